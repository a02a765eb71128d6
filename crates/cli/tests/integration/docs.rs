//! Every command that the documentation shows in a `sh` block runs, and every link leads somewhere.

use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::support::kinrow;

/// The lines of the `sh` blocks of a page.
fn commands(page: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut is_inside = false;
    for line in page.lines() {
        match line.trim() {
            "```sh" => is_inside = true,
            "```" => is_inside = false,
            command if is_inside && !command.is_empty() => commands.push(command.to_string()),
            _ => {}
        }
    }
    commands
}

/// Words as a shell would part them: by spaces, but not inside double quotes.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in command.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ' ' if !is_quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[test]
fn shown_commands_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages: Vec<PathBuf> = vec![root.join("README.md")];
    pages.extend(std::fs::read_dir(root.join("docs")).unwrap().map(|entry| entry.unwrap().path()));
    let mut ran = 0;
    for page in pages.iter().filter(|page| page.extension().is_some_and(|extension| extension == "md")) {
        // Pages use the same names for their files.
        let folder = tempfile::tempdir().unwrap();
        for command in commands(&std::fs::read_to_string(page).unwrap()) {
            let words = words(&command);
            assert_eq!(words[0], "kinrow", "{}: {command}", page.display());
            let output =
                kinrow().args(&words[1..]).current_dir(folder.path()).stdin(Stdio::null()).output().unwrap();
            let err = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success(), "{}: {command}: {err}", page.display());
            assert!(!output.stdout.is_empty(), "{}: {command} printed nothing", page.display());
            ran += 1;
        }
    }
    assert!(ran > 20, "only {ran} commands were found");
}

/// The pages of a folder and of those within.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let within = |path: PathBuf| match path.extension() {
        _ if path.is_dir() => pages(&path),
        Some(extension) if extension == "md" => vec![path],
        _ => Vec::new(),
    };
    entries.flat_map(within).collect()
}

#[test]
fn links_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let names = ["README.md", "README.zh.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"];
    let mut all: Vec<PathBuf> = names.map(|name| root.join(name)).to_vec();
    all.extend(pages(&root.join("docs")));
    let mut links = 0;
    for page in &all {
        let text = std::fs::read_to_string(page).unwrap();
        for link in text.split("](").skip(1) {
            let target = link.split([')', '#']).next().unwrap();
            let is_ours = !target.is_empty() && !target.contains("://") && !target.contains(' ');
            if is_ours {
                let file = page.parent().unwrap().join(target);
                assert!(file.exists(), "{} links to {target}, which is not there", page.display());
                links += 1;
            }
        }
    }
    assert!(links > 60, "only {links} links were found");
}
