//! The library in the browser: games brought in, found, looked at and saved; puzzles solved, given up, and found in one's games.

use std::path::Path;

use kinrow_web::ServeOptions;

use super::accessible::has_no_objections;
use super::page;
use super::window::Browser;
use crate::support::{Server, options};

fn with_record(folder: &Path) -> Server {
    Server::start(&ServeOptions { record: Some(folder.join("games.db")), ..options() })
}

impl Browser {
    /// What the page's links would save is kept in `saved` instead: a name and the text.
    async fn catch_downloads(&self) {
        self.script(
            "window.saved = []; let content; \
             URL.createObjectURL = (blob) => { content = blob; return 'blob:saved'; }; \
             HTMLAnchorElement.prototype.click = function () { const name = this.download; \
             content.text().then((text) => window.saved.push([name, text])); }",
        )
        .await;
    }

    async fn pick(&self, selector: &str, value: &str) {
        self.script(&format!(
            "const control = document.querySelector('{selector}'); control.value = '{value}'; control.dispatchEvent(new Event('change'))"
        ))
        .await;
    }

    async fn saved(&self) -> (String, String) {
        self.wait_until("window.saved.length > 0").await;
        let saved = self.script("return window.saved.shift()").await;
        (saved[0].as_str().unwrap().into(), saved[1].as_str().unwrap().into())
    }
}

/// An empty library says what to do; a file comes in, its games are found and looked at, and go out again.
#[tokio::test(flavor = "multi_thread")]
async fn games_come_in_are_looked_at_and_go_out() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_record(folder.path());
    let browser = Browser::open(&page(&server, "view=library")).await;
    browser.wait_until("document.querySelector('.library-empty') !== null").await;
    has_no_objections(&browser, "empty library").await;
    browser.click("#language").await;
    browser.wait_until("document.documentElement.lang.startsWith('en')").await;
    let file = folder.path().join("cup.sgf");
    let game = "(;FF[4]GM[4]SZ[15];B[hh];W[hi];B[ih];W[ii];B[jh];W[ji];B[kh];W[ki];B[lh])";
    std::fs::write(&file, format!("{game}(;FF[4]GM[4]SZ[15]RE[W+R];B[hh];W[gg])")).unwrap();
    browser.give_file("#library-import", &file).await;
    browser.wait_until("document.querySelectorAll('.stored').length === 2").await;
    assert!(browser.text(".notice").await.contains("2 games are new"), "{}", browser.text(".notice").await);
    has_no_objections(&browser, "library").await;
    browser.click("#language").await;
    browser.wait_until("document.documentElement.lang.startsWith('en')").await;
    browser.screenshot("library").await;
    // A file that is none of its format is refused in words, and one whose name tells nothing is not even sent.
    let wrong = folder.path().join("cup.csv");
    std::fs::write(&wrong, "this is no table").unwrap();
    browser.give_file("#library-import", &wrong).await;
    browser
        .wait_until(
            "document.querySelector('.notice').textContent.includes('Nothing was taken from cup.csv')",
        )
        .await;
    let nameless = folder.path().join("cup.txt");
    std::fs::write(&nameless, "x").unwrap();
    browser.give_file("#library-import", &nameless).await;
    browser.wait_until("document.querySelector('.notice').textContent.includes('.sgf')").await;
    browser.catch_downloads().await;
    browser.pick("#library-export", "csv").await;
    let (name, table) = browser.saved().await;
    assert_eq!((name.as_str(), table.lines().count()), ("kinrow-games.csv", 3), "{table}");
    browser.pick("#save-1", "psq").await;
    let (name, psq) = browser.saved().await;
    assert!(name == "kinrow-game-1.psq" && psq.starts_with("Piskvorky"), "{name}: {psq}");
    browser.pick("#library-result", "x").await;
    browser.wait_until("document.querySelectorAll('.stored').length === 1").await;
    browser.click(".stored-open").await;
    browser.wait_until("document.body.getAttribute('data-view') === 'analyse' && document.querySelectorAll('#view-play [data-stone]').length === 9").await;
    // Three moves in, the other game is another one.
    browser.script("document.body.focus()").await;
    browser.click("[data-act=first]").await;
    browser.click("[data-act=forward]").await;
    browser.click("[data-act=forward]").await;
    browser.wait_until("document.querySelectorAll('#view-play [data-stone]').length === 2").await;
    browser.click("#place-library").await;
    browser.click("#library-here").await;
    browser.wait_until("document.querySelector('.library-told').textContent.includes('of 1')").await;
    browser.close_without_looking_at_the_console().await;
}

/// A game that ends on the page is in the library, and can be reviewed from there.
#[tokio::test(flavor = "multi_thread")]
async fn a_finished_game_is_in_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_record(folder.path());
    let browser = Browser::open(&page(&server, "rules=3x3x3&moves=&x=person&o=person")).await;
    for (count, point) in ["b2", "a1", "a2", "b1", "c2"].into_iter().enumerate() {
        browser.play(point).await;
        let stones = format!("document.querySelectorAll('#view-play [data-stone]').length === {}", count + 1);
        browser.wait_until(&stones).await;
    }
    browser.click("#place-library").await;
    browser.wait_until("document.querySelectorAll('.stored').length === 1").await;
    assert!(browser.text(".stored").await.contains("X wins"), "{}", browser.text(".stored").await);
    browser.refresh().await;
    browser.click(".stored-open").await;
    browser.wait_until("document.body.getAttribute('data-view') === 'analyse'").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_is_solved_and_another_given_up() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "view=puzzles")).await;
    browser.wait_until("document.querySelectorAll('.puzzle-card').length === 24").await;
    browser.click("#puzzles-more").await;
    browser.wait_until("document.querySelectorAll('.puzzle-card').length === 48").await;
    browser.click("[data-puzzle='3']").await;
    browser.wait_until("location.hash.includes('puzzle=3')").await;
    browser.click(".solving [data-point=a1]").await;
    browser.wait_until("document.querySelector('.puzzle-told.is-wrong') !== null").await;
    for (point, what) in [("g9", "right"), ("f9", "right"), ("j9", "solved")] {
        browser.click(&format!(".solving [data-point={point}]")).await;
        browser
            .wait_until(&format!(
                "document.querySelector('.puzzle-told.is-{what}')?.textContent.includes('{point}')"
            ))
            .await;
    }
    assert!(
        browser.text(".puzzle-line").await.contains("1. g9 f10"),
        "{}",
        browser.text(".puzzle-line").await
    );
    browser.screenshot("puzzle-solved").await;
    browser.click("#puzzle-next").await;
    browser.wait_until("location.hash.includes('puzzle=4')").await;
    browser.click("#puzzle-solution").await;
    browser.wait_until("document.querySelectorAll('.solving .layer-ghosts > *').length > 4").await;
    browser.click("#puzzle-all").await;
    browser.wait_until("document.querySelector(\"[data-puzzle='3'] .is-solved\") !== null && document.querySelector(\"[data-puzzle='4'] .is-tried\") !== null").await;
    browser.refresh().await;
    browser.wait_until("document.querySelector(\"[data-puzzle='3'] .is-solved\") !== null").await;
    browser.script("document.getElementById('puzzles-open').click()").await;
    browser.wait_until("document.querySelector(\"[data-puzzle='3']\") === null").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_made_of_ones_own_games() {
    let folder = tempfile::tempdir().unwrap();
    let server = with_record(folder.path());
    let file = folder.path().join("own.csv");
    std::fs::write(&file, "rules,moves\n15x15x5,h8 c13 i8 d12 j8 n12 k7 g8 k6 m3\n").unwrap();
    let browser = Browser::open(&page(&server, "view=library")).await;
    browser.give_file("#library-import", &file).await;
    browser.wait_until("document.querySelectorAll('.stored').length === 1").await;
    browser.click("#tab-puzzles").await;
    browser.wait_until("document.querySelector('.puzzle-card') !== null").await;
    browser.pick("#puzzles-source", "own").await;
    browser.wait_until("document.querySelector('#compose-board option') !== null").await;
    browser.click("#compose").await;
    browser.wait_until("document.querySelectorAll('.puzzle-card').length === 1").await;
    browser.click(".puzzle-card").await;
    browser.click(".solving [data-point=k8]").await;
    browser.wait_until("document.querySelector('.puzzle-told.is-right') !== null").await;
    browser.close().await;
}
