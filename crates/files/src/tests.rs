use std::path::{Path, PathBuf};

use super::*;

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn a_failed_write_leaves_nothing_behind() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("taken")).unwrap();
    let file = at("game.json");
    let mut output = Output::new(&file, Kind::Tree, false).unwrap();
    assert_eq!(names(folder.path()), ["taken"], "an output that is not written leaves no file");
    // What an output has written it may write again.
    output.write(b"{\"format\": \"kinrow-tree\", 1").unwrap();
    output.write(b"{\"format\": \"kinrow-tree\", 2").unwrap();
    let second = "{\"format\": \"kinrow-tree\", 2";
    // A piece that cannot be made leaves the file as it was.
    let broken = FileError::TooLarge { path: String::new(), megabytes: 0 };
    let pieces = [Ok("third"), Err(broken.clone())].into_iter();
    assert_eq!(output.write_pieces(pieces).unwrap_err(), broken);
    assert_eq!(read_text(&file, 1).unwrap(), second);
    for path in [at("taken"), at("missing/tree.json"), at("new/")] {
        for force in [false, true] {
            let error = Output::new(&path, Kind::Tree, force).unwrap_err();
            assert!(matches!(error, FileError::Write { .. }), "{error}");
        }
    }
    let long = at(&"n".repeat(250));
    Output::new(&long, Kind::Tree, false).unwrap().write(b"x").unwrap();
    std::fs::remove_file(long).unwrap();
    assert!(matches!(read_text(&at("missing"), 1), Err(FileError::Read { .. })));
    std::fs::write(&file, vec![b'a'; 1_000_001]).unwrap();
    assert!(matches!(read_text(&file, 1), Err(FileError::TooLarge { .. })));
    assert_eq!(names(folder.path()), ["game.json", "taken"]);
}

#[test]
fn a_file_is_replaced_only_by_force_and_never_by_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    };
    let (notes, empty) = (at("notes.md", "my notes\n"), at("empty", ""));
    let (model, tree) = (at("m.kin", "KINROW MODEL 1\n…"), at("t.json", "{\n  \"format\": \"kinrow-tree\","));
    let tree_at = |path: &PathBuf, force| Output::new(path, Kind::Tree, force).map(|_| ());
    for path in [&notes, &empty, &model, &tree] {
        let exists = FileError::Exists { path: path.display().to_string() };
        assert_eq!(tree_at(path, false), Err(exists), "{}", path.display());
    }
    for path in [&notes, &empty, &tree] {
        assert_eq!(tree_at(path, true), Ok(()), "{}", path.display());
    }
    let error = tree_at(&model, true).unwrap_err().to_string();
    assert!(
        error.ends_with("m.kin holds a trained model and was kept: choose another name for a search tree"),
        "{error}"
    );
    // What is continued must be what it was.
    assert!(Output::resumed(&model, Kind::Model).is_ok());
    assert!(matches!(Output::resumed(&tree, Kind::Model), Err(FileError::Other { .. })));
    assert!(matches!(Output::resumed(&notes, Kind::Model), Err(FileError::Exists { .. })));
    assert_eq!(read_text(&notes, 1).unwrap(), "my notes\n");
}

#[test]
fn a_file_that_appears_during_the_work_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("tree.json");
    for force in [false, true] {
        let mut output = Output::new(&path, Kind::Tree, force).unwrap();
        std::fs::write(&path, "KINROW MODEL 1\n").unwrap();
        let error = output.write(b"{}").unwrap_err();
        assert!(matches!(error, FileError::Exists { .. } | FileError::Other { .. }), "{error}");
        assert_eq!(read_text(&path, 1).unwrap(), "KINROW MODEL 1\n");
        std::fs::remove_file(&path).unwrap();
    }
    assert_eq!(names(folder.path()), [""; 0]);
}

#[cfg(unix)]
#[test]
fn links_stay_and_new_files_can_be_read_by_others() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("old"), "old").unwrap();
    symlink(at("old"), at("link")).unwrap();
    symlink(at("nowhere"), at("loose")).unwrap();
    Output::new(&at("link"), Kind::Tree, true).unwrap().write(b"new").unwrap();
    assert!(at("link").symlink_metadata().unwrap().is_symlink());
    assert_eq!(read_text(&at("old"), 1).unwrap(), "new");
    assert!(Output::new(&at("loose"), Kind::Tree, false).is_err(), "refused before the work");
    Output::new(&at("fresh"), Kind::Tree, false).unwrap().write(b"x").unwrap();
    std::fs::write(at("plain"), "x").unwrap();
    let mode = |name: &str| at(name).metadata().unwrap().permissions().mode();
    assert_eq!(mode("fresh"), mode("plain"));
}

#[test]
fn a_lock_ends_with_its_holder_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("first.kin");
    let lock = Lock::of(&path).unwrap();
    assert!(matches!(Lock::of(&path), Err(FileError::Busy { .. })));
    assert!(matches!(Lock::of(&path.with_extension("model")), Err(FileError::Busy { .. })), "one curve");
    drop(Lock::of(&folder.path().join("second.kin")).unwrap());
    drop(lock);
    assert_eq!(names(folder.path()), [""; 0]);
    // What a killed process leaves is an empty file that nobody has locked.
    std::fs::write(folder.path().join(".first.kinrow-lock"), "").unwrap();
    drop(Lock::of(&path).unwrap());
    assert_eq!(names(folder.path()), [""; 0]);
}
