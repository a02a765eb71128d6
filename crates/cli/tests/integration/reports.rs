//! The reports in docs/reports are those of the built-in experiments, and what was counted for them is counted again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use crate::support::{json, kinrow};

fn reports() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/reports")
}

/// The counted data of a folder: name and bytes. Times are read from a clock, and the table `time` comes from games on the clock.
fn data(folder: &Path) -> BTreeMap<String, String> {
    let entries = std::fs::read_dir(folder.join("data")).unwrap().map(|entry| entry.unwrap().path());
    let is_counted =
        |name: &str| name.ends_with(".csv") && !name.ends_with(".times.csv") && !name.starts_with("time");
    entries
        .map(|path| (path.file_name().unwrap().to_str().unwrap().to_string(), path))
        .filter(|(name, _)| is_counted(name))
        .map(|(name, path)| (name, std::fs::read_to_string(path).unwrap()))
        .collect()
}

fn repeat(name: &str) {
    let home = tempfile::tempdir().unwrap();
    let again = home.path().join("again");
    let output = kinrow()
        .args(["lab", "run", name, "--quick", "--lang", "en", "--out"])
        .arg(&again)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{name}: {}", String::from_utf8_lossy(&output.stderr));
    let kept = data(&reports().join(name));
    assert!(!kept.is_empty());
    for (file, bytes) in data(&again) {
        assert_eq!(
            kept.get(&file),
            Some(&bytes),
            "{name}/data/{file}: docs/make-reports makes the reports anew"
        );
    }
}

#[test]
fn every_experiment_has_its_report() {
    let index = std::fs::read_to_string(reports().join("README.md")).unwrap();
    for experiment in json(&["lab", "list"]).as_array().unwrap() {
        let name = experiment["name"].as_str().unwrap();
        assert!(index.contains(&format!("({name}/report.md)")), "{name} is not in the index");
        let page = std::fs::read_to_string(reports().join(name).join("report.html")).unwrap();
        let title = experiment["title"]["en"].as_str().unwrap();
        assert!(page.contains(&format!("<h1>{title}</h1>")), "{name}");
        assert_eq!(page.matches("<h2>").count(), 9, "{name}: seven parts, the references and the times");
    }
    let chinese = std::fs::read_dir(reports().join("zh")).unwrap().count();
    assert!(chinese >= 2, "{chinese}");
}

#[test]
fn what_was_counted_is_counted_again() {
    ["averaging-blunders", "minimax-vs-alphabeta", "gomoku-depth"].into_iter().for_each(repeat);
}

#[test]
#[ignore = "half a minute"]
fn all_that_was_counted_is_counted_again() {
    // Networks are promised the same bits by the same matrix kernel only, and that depends on the processor.
    let has_networks = |name: &str| ["beyond-tables", "zero-parts"].contains(&name);
    for experiment in json(&["lab", "list"]).as_array().unwrap() {
        let name = experiment["name"].as_str().unwrap();
        if !has_networks(name) {
            repeat(name);
        }
    }
}
