//! The README is the same in both languages, as far as a program can tell.

use std::path::Path;

/// What must be the same in both languages, with where and how it stands in its page.
#[derive(Debug)]
struct Part {
    line: usize,
    text: String,
    same: String,
}

/// A page's parts that do not depend on the language.
#[derive(Debug, Default)]
struct Skeleton {
    /// Headings by their level.
    headings: Vec<Part>,
    /// Lines of code blocks, fences included, without comments.
    code: Vec<Part>,
    /// Rows of tables that begin with code, by that code.
    rows: Vec<Part>,
    /// Targets of links and pictures.
    links: Vec<Part>,
}

/// A line of code without the `# ...` at its end.
fn without_comment(line: &str) -> &str {
    let is_comment = |at: usize| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    let end = line.match_indices('#').map(|(at, _)| at).find(|&at| is_comment(at)).unwrap_or(line.len());
    line[..end].trim_end()
}

fn skeleton(page: &str) -> Skeleton {
    let mut skeleton = Skeleton::default();
    let mut is_code = false;
    for (index, line) in page.lines().enumerate() {
        let part =
            |text: &str, same: &str| Part { line: index + 1, text: text.to_string(), same: same.to_string() };
        let is_fence = line.trim_start().starts_with("```");
        if is_code || is_fence {
            is_code ^= is_fence;
            let code = without_comment(line);
            // One language may need a line of comment where the other needs none.
            let is_only_comment = code.is_empty() && !line.trim().is_empty();
            if !is_only_comment {
                skeleton.code.push(part(code, code));
            }
            continue;
        }
        let level = line.len() - line.trim_start_matches('#').len();
        if level > 0 && line[level..].starts_with(' ') {
            skeleton.headings.push(part(line, &line[..level]));
        }
        if line.starts_with("| `") {
            let cell = line.split('|').nth(1).unwrap().trim();
            let code: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
            skeleton.rows.push(part(cell, &code.join(" ")));
        }
        for link in line.split("](").skip(1) {
            let target = link.split(')').next().unwrap();
            skeleton.links.push(part(target, target));
        }
    }
    skeleton
}

/// The first place where two pages part, or nothing.
fn parting(what: &str, english: &[Part], chinese: &[Part]) -> Option<String> {
    let place = |part: Option<&Part>| match part {
        Some(part) => format!("'{}' in line {}", part.text, part.line),
        None => "no more".to_string(),
    };
    (0..english.len().max(chinese.len())).map(|at| (english.get(at), chinese.get(at))).find_map(
        |(one, other)| {
            (one.map(|part| &part.same) != other.map(|part| &part.same))
                .then(|| format!("{what}: README.md has {}, README.zh.md has {}", place(one), place(other)))
        },
    )
}

/// Whether two targets are one page: the same, or the English and the Chinese of it, whatever its headings are called.
fn is_same_target(one: &str, other: &str) -> bool {
    let page = |target: &str| target.split('#').next().unwrap().to_string();
    let english = |target: &str| page(target).replace(".zh.md", ".md");
    one == other || (page(one) != page(other) && english(one) == english(other))
}

/// In what two pages differ that should be one page in two languages; empty when in nothing.
fn differences(english: &str, chinese: &str) -> Vec<String> {
    let (english, chinese) = (skeleton(english), skeleton(chinese));
    let mut found = Vec::new();
    found.extend(parting("headings", &english.headings, &chinese.headings));
    found.extend(parting("code blocks", &english.code, &chinese.code));
    found.extend(parting("rows of tables", &english.rows, &chinese.rows));
    let sides = [
        ("README.md", &english, "README.zh.md", &chinese),
        ("README.zh.md", &chinese, "README.md", &english),
    ];
    for (name, page, other_name, other) in sides {
        for link in &page.links {
            if !other.links.iter().any(|there| is_same_target(&link.text, &there.text)) {
                found.push(format!(
                    "links: {name} links to {} in line {}, {other_name} does not",
                    link.text, link.line
                ));
            }
        }
    }
    found
}

#[test]
fn readme_names_every_agent() {
    let readme =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md")).unwrap();
    for name in kinrow_players::catalogue::names() {
        let is_in_table = |line: &str| line.starts_with("| `") && line.contains(&format!("`{name}`"));
        assert!(readme.lines().any(is_in_table), "README.md has no {name} in its table of agents");
    }
}

#[test]
fn readme_is_the_same_in_both_languages() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |name: &str| std::fs::read_to_string(root.join(name)).unwrap();
    let found = differences(&read("README.md"), &read("README.zh.md"));
    assert!(found.is_empty(), "whoever changes one README changes the other:\n{}", found.join("\n"));
}

#[test]
fn readme_changed_in_one_language_is_told() {
    let english = "# Game\n\n[中文](README.zh.md)\n\nSee [more](docs/more.md#end).\n\n## Play\n\n| agent | is |\n|---|---|\n\
                   | `random` | any move |\n\n```console\n$ play x#1    # a game\n$ stop\n```\n";
    let chinese = "# 棋\n\n[English](README.md)\n\n见[更多](docs/more.md#end)。\n\n## 下棋\n\n| 棋手 | 是 |\n|---|---|\n\
                   | `random` | 随便走 |\n\n```console\n$ play x#1    # 一盘棋\n$ stop\n```\n";
    assert_eq!(differences(english, chinese), Vec::<String>::new());
    let told = |from: &str, to: &str| {
        assert!(chinese.contains(from));
        differences(english, &chinese.replace(from, to)).join("; ")
    };
    assert_eq!(told("docs/more.md#end", "docs/more.zh.md#终"), "");
    assert_eq!(
        told("docs/more.md#end", "docs/more.md"),
        "links: README.md links to docs/more.md#end in line 5, README.zh.md does not; \
         links: README.zh.md links to docs/more.md in line 5, README.md does not"
    );
    assert_eq!(
        told("(README.md)", ""),
        "links: README.md links to README.zh.md in line 3, README.zh.md does not"
    );
    assert_eq!(
        told("## 下棋", "### 下棋"),
        "headings: README.md has '## Play' in line 7, README.zh.md has '### 下棋' in line 7"
    );
    assert_eq!(
        told("## 下棋\n", ""),
        "headings: README.md has '## Play' in line 7, README.zh.md has no more"
    );
    assert_eq!(
        told("x#1", "x#2"),
        "code blocks: README.md has '$ play x#1' in line 14, README.zh.md has '$ play x#2' in line 14"
    );
    assert_eq!(
        told("```console", "```sh"),
        "code blocks: README.md has '```console' in line 13, README.zh.md has '```sh' in line 13"
    );
    assert_eq!(
        told("| `random` | 随便走 |\n", ""),
        "rows of tables: README.md has '`random`' in line 11, README.zh.md has no more"
    );
}
