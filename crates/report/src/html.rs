//! A report as one HTML file: charts inside, nothing fetched from anywhere, ready for the printer.

use std::fmt::Write;

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::document::{Block, Document, Grid, Point};
use super::links::is_allowed;
use kinrow_text::{Piece, pieces, replace_citations};
use kinrow_text::{escape, mathml};

/// Readable on a screen and on paper, in colour and in grey.
const STYLE: &str = include_str!("report.css");

/// A report runs no script and fetches nothing, whatever got into it: a second line of defence. The icon is an empty `data:` address,
/// which keeps browsers from asking for one.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/// Writes a report.
#[must_use]
pub fn html(document: &Document) -> String {
    let mut page = String::new();
    let title = escape(&document.title);
    // Writing to a string cannot fail.
    let _ = write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <link rel=\"icon\" href=\"data:,\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <header{}>\n<h1>{title}</h1>\n<p class=\"subtitle\">{}</p>\n{}</header>\n",
        document.language,
        if document.title_page.is_empty() { "" } else { " class=\"title-page\"" },
        escape(&document.subtitle),
        title_page(&document.title_page),
    );
    let mut is_open = false;
    let mut number = 0;
    for block in &document.blocks {
        if let Block::Part(name) = block {
            number += 1;
            let close = if is_open { "</section>\n" } else { "" };
            let _ = writeln!(page, "{close}<section id=\"part-{number}\">\n<h2>{}</h2>", escape(name));
            is_open = true;
        } else {
            write_block(&mut page, block);
        }
    }
    if is_open {
        page += "</section>\n";
    }
    let _ = write!(page, "</main>\n<footer>{}</footer>\n</body>\n</html>\n", escape(&document.footer));
    page
}

/// Name, number and whatever else a title page has; what is missing is a line for a pen.
fn title_page(lines: &[(String, String)]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let line = |(name, text): &(String, String)| {
        let blank = if text.is_empty() { " class=\"blank\"" } else { "" };
        format!("<div><dt>{}</dt><dd{blank}>{}</dd></div>\n", escape(name), escape(text))
    };
    format!("<dl>\n{}</dl>\n", lines.iter().map(line).collect::<String>())
}

fn write_block(page: &mut String, block: &Block) {
    let _ = match block {
        Block::Part(name) => writeln!(page, "<h2>{}</h2>", escape(name)),
        Block::Heading(name) => writeln!(page, "<h3>{}</h3>", escape(name)),
        Block::Paragraph(text) => writeln!(page, "<p>{}</p>", running(text)),
        Block::Points(points) => {
            let items: String = points.iter().map(item).collect();
            writeln!(page, "<ul>\n{items}</ul>")
        }
        Block::Facts(facts) => {
            let items: String = facts
                .iter()
                .map(|(name, fact)| {
                    format!("<div><dt>{}</dt><dd>{}</dd></div>\n", escape(name), escape(fact))
                })
                .collect();
            writeln!(page, "<dl>\n{items}</dl>")
        }
        Block::Commands(commands) => {
            writeln!(page, "<pre><code>{}</code></pre>", escape(&commands.join("\n")))
        }
        Block::Formula(latex) => writeln!(page, "<p class=\"formula\">{}</p>", formula(latex, true)),
        Block::References(works) => {
            let item =
                |(at, work): (usize, &String)| format!("<li id=\"ref-{}\">{}</li>\n", at + 1, escape(work));
            let items: String = works.iter().enumerate().map(item).collect();
            writeln!(page, "<ol class=\"references\">\n{items}</ol>")
        }
        Block::Diagram(diagram) => writeln!(page, "<pre class=\"drawing\">{}</pre>", escape(diagram)),
        Block::Grid(grid) => {
            write_grid(page, grid);
            Ok(())
        }
        Block::Chart { svg, caption, .. } => {
            writeln!(page, "<figure>\n{}<figcaption>{}</figcaption>\n</figure>", svg, running(caption))
        }
        Block::Written(text) => {
            let link =
                |key: &str| key.parse::<usize>().ok().map(|number| format!("[[{number}]](#ref-{number})"));
            writeln!(page, "{}", written(&replace_citations(text, link)))
        }
        Block::Room(text) => writeln!(page, "<div class=\"room\"><p>{}</p></div>", running(text)),
    };
}

fn item(point: &Point) -> String {
    let inner: String = point.points.iter().map(|point| format!("<li>{}</li>\n", running(point))).collect();
    let inner = if inner.is_empty() { inner } else { format!("\n<ul>\n{inner}</ul>\n") };
    format!("<li>{}{inner}</li>\n", running(&point.text))
}

fn write_grid(page: &mut String, grid: &Grid) {
    let class = |at: usize| {
        let column = &grid.columns[at];
        let names: Vec<&str> = [(column.is_number, "number"), (column.is_clock, "clock")]
            .into_iter()
            .filter(|(is_so, _)| *is_so)
            .map(|(_, name)| name)
            .collect();
        if names.is_empty() { String::new() } else { format!(" class=\"{}\"", names.join(" ")) }
    };
    let heading: String = (0..grid.columns.len())
        .map(|at| format!("<th scope=\"col\"{}>{}</th>", class(at), escape(&grid.columns[at].name)))
        .collect();
    let _ = writeln!(
        page,
        "<div class=\"grid\" tabindex=\"0\">\n<table>\n<caption>{}</caption>\n<thead><tr>{heading}</tr></thead>\n<tbody>",
        running(&grid.caption)
    );
    for row in &grid.rows {
        let cells: String = row
            .iter()
            .enumerate()
            .map(|(at, cell)| format!("<td{}>{}</td>", class(at), escape(cell)))
            .collect();
        let _ = writeln!(page, "<tr>{cells}</tr>");
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
    for note in &grid.notes {
        let _ = writeln!(page, "<p class=\"note\">{}</p>", running(note));
    }
}

/// What the author wrote, as HTML: headings stand below the report's own, and HTML, pictures and links that are not
/// [allowed](is_allowed) are text, so that the page still fetches and runs nothing.
fn written(text: &str) -> String {
    let below = |level: HeadingLevel| match level {
        HeadingLevel::H1 => HeadingLevel::H4,
        HeadingLevel::H2 => HeadingLevel::H5,
        _ => HeadingLevel::H6,
    };
    // Links do not nest, so that one answer serves for the end of the link too.
    let mut is_kept = true;
    let events = Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_MATH).filter_map(|event| {
        Some(match event {
            Event::Start(Tag::Link { ref dest_url, .. }) => {
                is_kept = is_allowed(dest_url);
                return is_kept.then_some(event);
            }
            Event::End(TagEnd::Link) => return is_kept.then_some(event),
            Event::Html(html) | Event::InlineHtml(html) => Event::Text(html),
            Event::InlineMath(latex) => Event::InlineHtml(formula(&latex, false).into()),
            Event::DisplayMath(latex) => Event::InlineHtml(formula(&latex, true).into()),
            Event::Start(Tag::Heading { level, id, classes, attrs }) => {
                Event::Start(Tag::Heading { level: below(level), id, classes, attrs })
            }
            Event::End(TagEnd::Heading(level)) => Event::End(TagEnd::Heading(below(level))),
            Event::Start(Tag::Image { .. }) => Event::Start(Tag::Emphasis),
            Event::End(TagEnd::Image) => Event::End(TagEnd::Emphasis),
            other => other,
        })
    });
    let mut html = String::new();
    pulldown_cmark::html::push_html(&mut html, events);
    html.trim_end().to_string()
}

/// Running text: code, formulas and citations in it are set as such.
fn running(text: &str) -> String {
    let piece = |piece| match piece {
        Piece::Text(words) => escape(words),
        Piece::Code(code) => format!("<code>{}</code>", escape(code)),
        Piece::Formula(latex) => formula(latex, false),
        Piece::Citation(number) => format!("<a class=\"citation\" href=\"#ref-{number}\">[{number}]</a>"),
    };
    pieces(text).into_iter().map(piece).collect()
}

/// A formula; what cannot be typeset is shown as it was written.
fn formula(latex: &str, is_display: bool) -> String {
    mathml(latex, is_display).unwrap_or_else(|_| format!("<code>{}</code>", escape(latex)))
}
