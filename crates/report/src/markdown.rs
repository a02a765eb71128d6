//! A report as Markdown, which refers to the charts beside it.

use std::fmt::Write;

use super::document::{Block, Document, Grid, Point};
use kinrow_text::{Piece, pieces, replace_citations};

/// Writes a report.
#[must_use]
pub fn markdown(document: &Document) -> String {
    let mut page = String::new();
    // Writing to a string cannot fail.
    let _ = write!(page, "# {}\n\n{}\n", running(&document.title), running(&document.subtitle));
    if !document.title_page.is_empty() {
        page.push('\n');
        for (name, text) in &document.title_page {
            let text = if text.is_empty() { "\\_\\_\\_\\_\\_\\_\\_\\_".to_string() } else { running(text) };
            let _ = writeln!(page, "- {}: {text}", running(name));
        }
    }
    for block in &document.blocks {
        page.push('\n');
        let _ = match block {
            Block::Part(name) => writeln!(page, "## {}", running(name)),
            Block::Heading(name) => writeln!(page, "### {}", running(name)),
            Block::Paragraph(text) => writeln!(page, "{}", running(text)),
            Block::Points(points) => {
                let items: String = points.iter().map(item).collect();
                write!(page, "{items}")
            }
            Block::Facts(facts) => {
                let items: String = facts
                    .iter()
                    .map(|(name, fact)| format!("- {}: {}\n", running(name), running(fact)))
                    .collect();
                write!(page, "{items}")
            }
            Block::Commands(commands) => writeln!(page, "```console\n$ {}\n```", commands.join("\n$ ")),
            Block::Formula(latex) => writeln!(page, "$$\n{latex}\n$$"),
            Block::References(works) => {
                let items =
                    works.iter().enumerate().map(|(at, work)| format!("{}. {}\n", at + 1, running(work)));
                write!(page, "{}", items.collect::<String>())
            }
            Block::Diagram(diagram) => writeln!(page, "```text\n{diagram}\n```"),
            Block::Grid(grid) => {
                write_grid(&mut page, grid);
                Ok(())
            }
            Block::Chart { name, caption, .. } => {
                let caption = running(caption);
                let spoken = caption.replace("\\[", "").replace("\\]", "");
                writeln!(page, "![{spoken}](charts/{name}.svg)\n\n{caption}")
            }
            Block::Written(text) => {
                let number = |key: &str| key.parse::<usize>().ok().map(|number| format!("\\[{number}\\]"));
                writeln!(page, "{}", replace_citations(text, number))
            }
            Block::Room(text) => writeln!(page, "*{}*", running(text)),
        };
    }
    let _ = write!(page, "\n---\n\n{}\n", running(&document.footer));
    page
}

fn item(point: &Point) -> String {
    let inner: String = point.points.iter().map(|point| format!("  - {}\n", running(point))).collect();
    format!("- {}\n{inner}", running(&point.text))
}

fn write_grid(page: &mut String, grid: &Grid) {
    let cell = |text: &str| if text.is_empty() { " ".to_string() } else { running(text) };
    let line =
        |cells: &mut dyn Iterator<Item = String>| format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "));
    let _ = write!(page, "{}\n\n", running(&grid.caption));
    *page += &line(&mut grid.columns.iter().map(|column| match column.is_clock {
        true => format!("*{}*", cell(&column.name)),
        false => cell(&column.name),
    }));
    *page += &line(
        &mut grid.columns.iter().map(|column| if column.is_number { "---:" } else { "---" }.to_string()),
    );
    for row in &grid.rows {
        *page += &line(&mut row.iter().map(|text| cell(text)));
    }
    for note in &grid.notes {
        let _ = write!(page, "\n{}\n", running(note));
    }
}

/// Text whose signs are not taken for mark-up; code and formulas stay what they are, and a citation is its number.
fn running(text: &str) -> String {
    let mut page = String::new();
    for piece in pieces(text) {
        let words = match piece {
            Piece::Text(words) => words,
            Piece::Code(code) => {
                // A bar would end the cell even inside code.
                let _ = write!(page, "`{}`", code.replace('|', "\\|"));
                continue;
            }
            Piece::Formula(latex) => {
                let _ = write!(page, "${latex}$");
                continue;
            }
            Piece::Citation(number) => {
                let _ = write!(page, "\\[{number}\\]");
                continue;
            }
        };
        for sign in words.chars() {
            if matches!(sign, '\\' | '*' | '_' | '<' | '>' | '|' | '#' | '[' | ']' | '`' | '$') {
                page.push('\\');
            }
            page.push(sign);
        }
    }
    page
}
