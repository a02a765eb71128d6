//! The extension module compiles with the workspace and is one; tests/run puts it into a wheel, and lets Python test it.

use std::path::Path;

#[test]
fn python_finds_the_module() {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_path_buf();
    let file = format!("{}_kinrow{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = std::fs::read(Path::new(&folder).join(&file)).unwrap();
    let name = b"PyInit__kinrow";
    assert!(library.windows(name.len()).any(|window| window == name), "{file} has no PyInit__kinrow");
}
