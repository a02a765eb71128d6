//! Analyse: lines that stream, variations that are kept, games that are brought in and taken along.

use super::page;
use super::window::Browser;
use crate::support::{Server, options};

const GOMOKU: &str = "rules=15x15x5&moves=h8.i9.g7.f6.i7.h7&x=person&o=person&view=analyse";

impl Browser {
    /// Chooses in a list as a person does.
    async fn choose(&self, id: &str, value: &str) {
        self.script(&format!(
            "const list = document.getElementById('{id}'); list.value = '{value}'; list.dispatchEvent(new Event('change'))"
        ))
        .await;
    }

    async fn depth(&self) -> f64 {
        self.number("Number(document.querySelector('.facts dd').textContent)").await
    }
}

/// Five lines with their values and answers stand in the table and on the board while the engine goes deeper and deeper; what
/// was complete last stays when it is paused, and while it goes on.
#[tokio::test(flavor = "multi_thread")]
async fn five_lines_stream_without_an_end() {
    let server = Server::start(&options());
    let browser = Browser::open_at(&page(&server, GOMOKU), 1440, 900).await;
    browser.wait_for_turn().await;
    browser.show_values("search").await;
    browser.choose("overlay-lines", "5").await;
    browser.choose("overlay-threads", "2").await;
    browser.choose("overlay-seconds", "Infinity").await;
    let five = "document.querySelectorAll('.rated-line .line-move:first-child').length === 5 \
                && document.querySelectorAll('.layer-heat > *').length >= 5 && document.querySelectorAll('.layer-arrows > *').length >= 1";
    browser.wait_until(&format!("document.querySelector('.thinking.is-running') && {five}")).await;
    assert!(browser.text(".thinking-by").await.contains("lines=5"), "five are asked for by name");
    let first = browser.depth().await;
    // In place: from now on five lines are always there, and deeper ones come.
    browser
        .script(&format!("window.gaps = 0; new MutationObserver(() => {{ if (!({five})) window.gaps += 1; }}).observe(document.querySelector('.lines'), {{ childList: true }})"))
        .await;
    browser.wait_until(&format!("Number(document.querySelector('.facts dd').textContent) > {first}")).await;
    browser.screenshot("five-lines").await;
    browser.click("[data-act=pause]").await;
    browser
        .wait_until(
            "document.querySelector('[data-act=resume]') && !document.querySelector('.thinking.is-running')",
        )
        .await;
    let paused = browser.depth().await;
    browser.wait_until(five).await;
    // A hint repeats what stands there.
    browser.click("[data-act=hint]").await;
    browser.wait_until("document.querySelector('.notice-shown') !== null").await;
    let best = browser.text(".rated-table tbody th").await;
    assert!(browser.text(".notice").await.contains(&format!("Hint: {best} ")));
    browser.click("[data-act=resume]").await;
    browser
        .wait_until(&format!(
            "document.querySelector('.thinking.is-running') && Number(document.querySelector('.facts dd').textContent) > {paused}"
        ))
        .await;
    assert_eq!(browser.number("window.gaps").await, 0.0, "never fewer than five lines");
    browser.close().await;
}

/// Undo loses nothing: what was tried instead stands beside the game, can be spoken of, promoted and deleted, and is there after a
/// reload.
#[tokio::test(flavor = "multi_thread")]
async fn a_variation_is_kept() {
    let server = Server::start(&options());
    let hash = "rules=15x15x5&moves=h8.i9.g7&x=person&o=level:level1&view=analyse";
    let browser = Browser::open_at(&page(&server, hash), 1440, 900).await;
    browser.wait_until("document.querySelector('.variations .move[data-path=\"h8 i9 g7\"]') !== null").await;
    browser.script("document.getElementById('overlay').value = 'none'; document.getElementById('overlay').dispatchEvent(new Event('change'))").await;
    browser.click("[data-path='h8']").await;
    browser.wait_until("location.hash.includes('ply=1')").await;
    // A move for O, whom a machine plays: in an analysis everybody may try everything, and nobody answers.
    browser.click("[data-point=h9]").await;
    browser.wait_until("document.querySelector('[data-path=\"h8 h9\"][aria-current]') !== null").await;
    browser.click("[data-point=g8]").await;
    browser.wait_until("document.querySelector('[data-path=\"h8 h9 g8\"][aria-current]') !== null").await;
    assert_eq!(browser.stones().await.matches(['X', 'O']).count(), 3, "the machine waits");
    assert_eq!(browser.count(".variations .move[data-path='h8 i9 g7']").await, 1, "the game is still there");
    browser.click("[data-symbol='!']").await;
    browser.script("const comment = document.getElementById('note-comment'); comment.value = 'a <b>better</b> shape'; comment.dispatchEvent(new Event('change'))").await;
    browser
        .wait_until("document.querySelector('.move-comment')?.textContent === 'a <b>better</b> shape'")
        .await;
    browser.refresh().await;
    browser.wait_until("document.querySelector('.variations .move[data-path=\"h8 h9 g8\"][aria-current]')?.textContent === 'g8!'").await;
    assert_eq!(browser.text(".move-comment").await, "a <b>better</b> shape");
    assert_eq!(browser.count(".variation .move").await, 2, "h9 and g8 stand beside i9");
    browser.screenshot("variation").await;
    browser.click("[data-act=promote]").await;
    browser.wait_until("document.querySelector('.variation .move')?.dataset.path === 'h8 i9'").await;
    browser.click("[data-path='h8 i9']").await;
    browser.wait_until("location.hash.includes('moves=h8.i9.g7')").await;
    browser.click("[data-act=delete-line]").await;
    browser.wait_until("document.querySelectorAll('.variation').length === 0 && location.hash.includes('moves=h8.h9.g8')").await;
    // Where the game is played, nothing tells of variations.
    browser.click("#place-play").await;
    browser.wait_until("getComputedStyle(document.querySelector('.variations')).display === 'none'").await;
    browser.close().await;
}

/// SGF with variations comes in and goes out again; turned four times, the game is what it was.
#[tokio::test(flavor = "multi_thread")]
async fn games_come_in_and_go_out() {
    let server = Server::start(&options());
    let browser =
        Browser::open_at(&page(&server, "rules=15x15x5&moves=&x=person&o=person&view=analyse"), 1440, 900)
            .await;
    browser.wait_for_turn().await;
    browser.click("[data-act=bring]").await;
    browser.bring("not a move").await;
    browser.wait_until("document.querySelector('.dialog-problem').textContent.includes('not')").await;
    browser.bring("(;GM[4]SZ[15]RU[15x15x5];B[hh];W[ig](;B[gi]TE[1]C[solid])(;B[aa]))").await;
    browser.wait_until("document.querySelector('dialog') === null && document.querySelectorAll('.variation').length === 1").await;
    assert_eq!(browser.text(".move-comment").await, "solid");
    browser.click("[data-path='h8 i9 a15']").await;
    browser.wait_until("location.hash.includes('moves=h8.i9.a15')").await;
    for corner in ["o15", "o1", "a1", "a15"] {
        let before = browser.stones().await;
        browser.click("[data-act=rotate]").await;
        browser
            .wait_until(&format!(
                "document.querySelector('[aria-current][data-path]')?.dataset.path.endsWith('{corner}')"
            ))
            .await;
        assert_ne!(browser.stones().await, before);
    }
    assert!(browser.address().await.contains("moves=h8.i9.a15"));
    browser.click("[data-act=mirror]").await;
    browser.wait_until("location.hash.includes('moves=h8.g9.o15')").await;
    browser.click("[data-act=share]").await;
    browser.wait_until("document.querySelector('dialog[open]') !== null").await;
    assert!(
        browser.text("dialog").await.contains("this machine only"),
        "a link nobody else can open says so"
    );
    // What is saved is caught on its way out.
    browser.script("window.saved = new Promise((resolve) => { URL.createObjectURL = (blob) => { blob.text().then(resolve); return '#'; }; })").await;
    browser.script("document.querySelector('dialog [data-act=save-sgf]').click()").await;
    let saved = browser.wait_for_answer("const done = arguments[0]; window.saved.then(done)").await;
    let saved = saved.as_str().unwrap();
    assert!(saved.contains("(;B[ii]") && saved.contains("C[solid]") && saved.contains("B[oa]"), "{saved}");
    browser.press(thirtyfour::Key::Escape).await;
    // Pasted onto the page: moves in another notation, and a link.
    for (text, moves) in [
        ("1. (8,8) (9,9) 2. (7,7)", "h8.i9.g7"),
        ("see http://x/#rules=3x3x3&moves=b2.a1&x=person&o=person", "b2.a1"),
    ] {
        browser.script(&format!("const data = new DataTransfer(); data.setData('text/plain', '{text}'); document.body.dispatchEvent(new ClipboardEvent('paste', {{ clipboardData: data, bubbles: true }}))")).await;
        browser.wait_until(&format!("location.hash.includes('moves={moves}')")).await;
    }
    browser.close().await;
}

impl Browser {
    /// Types a text into the form that brings games in, and asks for it.
    async fn bring(&self, text: &str) {
        self.wait_until("document.getElementById('import-text') !== null").await;
        self.script(&format!("document.getElementById('import-text').value = {}", serde_json::json!(text)))
            .await;
        self.click("dialog .button-main").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn several_agents_side_by_side() {
    let server = Server::start(&options());
    let browser =
        Browser::open_at(&page(&server, "rules=3x3x3&moves=b2.a2&x=person&o=person&view=analyse"), 1440, 900)
            .await;
    browser.wait_for_turn().await;
    browser.click(".compare summary").await;
    browser.click("[data-act=compare]").await;
    browser.wait_until("document.querySelector('.compare-verdict')?.textContent !== ''").await;
    // Solver, engine, Monte Carlo, a network and a textbook's search: all of them see that X has won.
    assert_eq!(browser.count(".compare tbody .compare-move").await, 5, "{}", browser.text(".compare").await);
    assert!(
        browser.text(".compare tbody tr:first-child").await.contains("wins in 5"),
        "{}",
        browser.text(".compare").await
    );
    browser.screenshot("compare").await;
    browser.click(".compare tbody tr:first-child .line-move").await;
    browser.wait_until("document.querySelectorAll('.layer-ghosts > *').length > 0").await;
    browser.close().await;
}

/// A mistake of a reviewed game as an exercise: wrong, as good, right; and meanwhile nothing says what is right.
#[tokio::test(flavor = "multi_thread")]
async fn the_better_move_is_found() {
    let server = Server::start(&options());
    // X lets O block too late: at the fifth move X could have won at once.
    let hash = "rules=3x3x3&moves=b2.a2.a1.c1.a3&x=person&o=person&view=analyse";
    let browser = Browser::open_at(&page(&server, hash), 1440, 900).await;
    browser.wait_for_turn().await;
    browser.click("[data-act=review]").await;
    browser.click("[data-act=exercise]").await;
    browser
        .wait_until(
            "document.querySelector('.exercise:not([hidden])') !== null && location.hash.includes('ply=')",
        )
        .await;
    assert_eq!(browser.count(".layer-heat > *").await, 0, "nobody tells");
    assert!(browser.text(".exercise").await.contains("a2 by O"), "{}", browser.text(".exercise").await);
    browser.click("[data-point=b1]").await;
    browser
        .wait_until("document.querySelector('.exercise-told').textContent.includes('not good enough')")
        .await;
    browser.click("[data-point=a2]").await;
    browser.wait_until("document.querySelector('.exercise-told').textContent.includes('was played')").await;
    browser.screenshot("exercise").await;
    // A corner holds the draw, whichever the review named.
    browser.click("[data-point=c3]").await;
    browser.wait_until("document.querySelector('[data-act=exercise-answer]') === null").await;
    browser.click("[data-act=exercise-end]").await;
    browser.wait_until("document.querySelector('.exercise[hidden]') !== null && document.querySelectorAll('.layer-heat > *').length > 0").await;
    browser.close().await;
}

/// The next cut is found wherever it is folded away, and so is a move.
#[tokio::test(flavor = "multi_thread")]
async fn the_tree_is_searched() {
    let server = Server::start(&options());
    let hash = "rules=3x3x3&moves=b2.a2.c2.b3&x=person&o=person&view=tree&spec=alphabeta:order%3Dnatural,table%3Doff";
    let browser = Browser::open_at(&page(&server, hash), 1440, 900).await;
    browser.wait_until("document.querySelector('.tree-diagram .is-cut') !== null").await;
    for place in 1..=4 {
        browser.click("[data-act=next-cut]").await;
        browser
            .wait_until(&format!(
                "document.querySelector('.seek-told').textContent.startsWith('{place} of ')"
            ))
            .await;
        browser.wait_until("document.querySelector('.tree-diagram .is-focus.is-cut, .tree-diagram .is-focus .tile-cut, .details-cut') !== null").await;
    }
    browser.script("document.getElementById('seek-move').value = 'c1'").await;
    browser.click("[data-act=seek]").await;
    browser.wait_until("document.querySelector('.tree-diagram .is-focus')?.textContent.includes('c1') || document.querySelector('.tree-details').textContent.includes('c1')").await;
    browser.script("document.getElementById('seek-move').value = 'b2'").await;
    browser.click("[data-act=seek]").await;
    browser.wait_until("document.querySelector('.seek-told').textContent.includes('No node')").await;
    browser.close().await;
}
