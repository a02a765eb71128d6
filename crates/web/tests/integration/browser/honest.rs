//! What the page says is one thing in every place, and can be read where it is said.

use kinrow_web::ServeOptions;

use super::page;
use super::window::Browser;
use crate::support::{Server, options};

/// A position of Gomoku in which two searches once said two things of one move.
const GOMOKU: &str = "rules=15x15x5&moves=h8.i9.g7.f6.i7.h7&x=person&o=person&view=analyse";

impl Browser {
    /// Chooses what is laid over the board.
    pub(super) async fn show_values(&self, choice: &str) {
        self.script(&format!(
            "const show = document.getElementById('overlay'); show.value = '{choice}'; show.dispatchEvent(new Event('change'))"
        ))
        .await;
    }

    /// The number or result of the headline and of the table's first row.
    async fn told_twice(&self) -> (String, String) {
        let told = "['.thinking-value', '.rated-table tbody tr td'].map((at) => document.querySelector(at).innerText)";
        // At once: the next result may come between two questions.
        let told = self.script(&format!("return {told}")).await;
        (told[0].as_str().unwrap().to_string(), told[1].as_str().unwrap().to_string())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn headline_table_and_hint_agree() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, GOMOKU)).await;
    browser.wait_for_turn().await;
    browser.show_values("search").await;
    // While it thinks, and when it is done.
    browser.wait_until("document.querySelector('.thinking.is-running') !== null && document.querySelectorAll('.rated-table tbody tr').length > 1").await;
    browser.wait_until("document.querySelector('.thinking.is-running') === null && document.querySelectorAll('.rated-table tbody tr').length > 1").await;
    let (headline, row) = browser.told_twice().await;
    assert!(headline.contains(&row), "{headline} over {row}");
    assert!(browser.count(".layer-heat > *").await > 1);
    let best = browser.text(".rated-table tbody th").await;
    browser.click("[data-act=hint]").await;
    browser.wait_until("document.querySelector('.notice-shown') !== null").await;
    let hint = browser.text(".notice").await;
    assert!(hint.contains(&best) && hint.contains(&row), "{hint}: {best} {row}");
    browser.close().await;
}

/// Where the solver cannot say anything, the board is not empty; and what is proven is drawn.
#[tokio::test(flavor = "multi_thread")]
async fn an_analysis_never_ends_without_an_opinion() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, GOMOKU)).await;
    browser.wait_for_turn().await;
    browser.show_values("exact").await;
    browser.wait_until("document.querySelector('.legend .legend-problem') !== null && document.querySelectorAll('.layer-heat > *').length > 1").await;
    let (headline, row) = browser.told_twice().await;
    assert!(headline.contains(&row) && !headline.contains("no opinion"), "{headline} over {row}");
    browser.close().await;
    // Five in a row is one move away: that is proven, and drawn as such.
    let won = "rules=15x15x5&moves=h8.a1.i8.a3.j8.a5.k8.o9&x=person&o=person&view=analyse";
    let browser = Browser::open(&page(&server, won)).await;
    browser.wait_for_turn().await;
    browser.show_values("exact").await;
    browser.wait_until("document.querySelector('.layer-heat .heat-exact') !== null && document.querySelector('.claim-exact') !== null").await;
    assert_eq!(browser.count(".legend .legend-problem").await, 0);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_large_board_monte_carlo_draws_ten_moves() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, GOMOKU)).await;
    browser.wait_for_turn().await;
    browser.show_values("playouts").await;
    browser.wait_until("document.querySelectorAll('.layer-heat > *').length === 10").await;
    let (headline, row) = browser.told_twice().await;
    assert!(headline.contains(&row), "{headline} over {row}");
    browser.close().await;
}

/// In "The first cuts" the tile of a1 is cut: O has an answer that draws, and alpha-beta does not care whether there is
/// a better one.
#[tokio::test(flavor = "multi_thread")]
async fn a_bound_looks_like_a_bound() {
    let server = Server::start(&options());
    let hash = "rules=3x3x3&moves=b2.b3.c2.a2&x=person&o=person&view=tree&spec=alphabeta:order%3Dnatural,table%3Doff";
    let browser = Browser::open(&page(&server, hash)).await;
    browser.wait_until("document.querySelector('.tree-diagram .is-cut .tile-value') !== null").await;
    let cut = browser.text(".tree-diagram .is-cut .tile-value").await;
    assert!(cut.starts_with('\u{2264}') || cut.starts_with('\u{2265}'), "{cut}");
    assert!(browser.text(".tree-legend").await.contains('\u{2264}'));
    // Fit shows every node that is unfolded.
    browser.click(".tree-diagram .tile-knob").await;
    browser.click(".tree-zoom button:last-child").await;
    browser.wait_until(INSIDE).await;
    // Monte Carlo has no bounds, and its legend says nothing of them.
    let visits = Browser::open(&page(
        &server,
        &hash.replace("alphabeta:order%3Dnatural,table%3Doff", "mcts:playouts%3D50"),
    ))
    .await;
    visits.wait_until("document.querySelector('.tree-legend') !== null").await;
    assert!(!visits.text(".tree-legend").await.contains('\u{2264}'));
    // What is unfolded is in sight.
    visits.click(".tree-diagram .tile-knob[title^=Unfold]").await;
    visits.wait_until("[...document.querySelectorAll('.tree-diagram .tile-knob')].filter((knob) => knob.textContent === '\u{2212}').length === 2").await;
    visits.wait_until(&INSIDE.replace(".tree-diagram .tile'", ".tree-diagram [aria-level=\"3\"]'")).await;
    visits.close().await;
    browser.close().await;
}

/// Whether every tile lies within the drawing's window.
const INSIDE: &str = "(() => { const outer = document.querySelector('.tree-diagram').getBoundingClientRect(); \
    return [...document.querySelectorAll('.tree-diagram .tile')].every((tile) => { const inner = tile.getBoundingClientRect(); \
    return inner.left >= outer.left && inner.right <= outer.right && inner.top >= outer.top && inner.bottom <= outer.bottom; }); })()";

#[tokio::test(flavor = "multi_thread")]
async fn a_tree_and_steps_are_asked_for_by_a_form() {
    let server = Server::start(&options());
    for (view, open, agents) in [("tree", ".tree-options", "mcts"), ("steps", ".steps-options", "averaging")]
    {
        let hash = format!("rules=3x3x3&moves=b2.b3.c2.a2&x=person&o=person&view={view}");
        let browser = Browser::open(&page(&server, &hash)).await;
        browser.click(open).await;
        browser.wait_until("document.querySelector('dialog[open] select') !== null").await;
        let offered = browser.text("dialog select").await;
        assert!(offered.contains(agents) && !offered.contains("random"), "{offered}");
        browser.script(&format!("const who = document.querySelector('dialog select'); who.value = '{agents}'; who.dispatchEvent(new Event('change'))")).await;
        browser.click("dialog .button-main").await;
        browser.wait_until("document.querySelector('dialog') === null").await;
        browser
            .wait_until(&format!("document.querySelector('.{view}-spec').value.startsWith('{agents}')"))
            .await;
        browser.close().await;
    }
}

/// A learner has no file on the page: it learns while it plays. Nobody is offered who cannot play.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_offered_can_play() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "rules=3x3x3&moves=&x=person&o=person")).await;
    browser.wait_for_turn().await;
    browser.click("#new-game").await;
    browser.wait_until("document.querySelector('dialog option[value=\"level:perfect\"]') !== null").await;
    let choose = "const who = document.querySelectorAll('dialog .player-fields')[1].querySelector('select'); who.value = 'td0'; who.dispatchEvent(new Event('change'))";
    browser.script(choose).await;
    browser.wait_until("document.querySelector('dialog').innerText.includes('learns while it plays')").await;
    browser.script("document.querySelector('dialog .button-main').click()").await;
    browser.wait_until("document.querySelector('dialog') === null && location.hash.includes('o=td0')").await;
    browser.play("b2").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 2").await;
    browser.click("#new-game").await;
    browser.click("dialog [data-preset=gomoku]").await;
    browser.wait_until("document.querySelector('dialog option[value=\"level:perfect\"]') === null").await;
    browser.wait_until("document.querySelector('dialog option[value=\"level:level8\"]') !== null").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_example_chosen_during_another_search_takes_its_place() {
    let server = Server::start(&options());
    let hash = "rules=4x4x4&moves=&x=person&o=person&view=steps&spec=alphabeta:depth%3D3,order%3Dnatural,table%3Doff";
    let browser = Browser::open(&page(&server, hash)).await;
    browser.wait_until("document.querySelector('[data-example=cut]') !== null && document.querySelector('[data-example=mean]') !== null").await;
    browser.script("document.querySelector('[data-example=mean]').click(); document.querySelector('[data-example=cut]').click()").await;
    browser.wait_until("document.querySelector('.step-panel') !== null && document.querySelector('.steps-busy') === null").await;
    browser.wait_until("location.hash.includes('moves=b2.b3')").await;
    assert_eq!(
        browser.count(".step-panel").await,
        browser.count("[data-example=cut][aria-pressed=true]").await
    );
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_resigned_game_stays_resigned() {
    let server = Server::start(&options());
    let port = server.port();
    let hash = "rules=7x6x4:drop&moves=d1.d2&x=person&o=person";
    let browser = Browser::open(&page(&server, hash)).await;
    browser.wait_for_turn().await;
    browser.click("[data-act=resign]").await;
    browser.click("dialog .button-main").await;
    browser.wait_until("document.getElementById('status').textContent === 'Yellow wins: Red resigned'").await;
    drop(server);
    browser.wait_until("!document.getElementById('banner').hidden").await;
    let server = Server::start(&ServeOptions { port: Some(port), ..options() });
    browser.wait_until("document.getElementById('banner').hidden").await;
    browser.wait_until("document.getElementById('status').textContent === 'Yellow wins: Red resigned'").await;
    browser.close_without_looking_at_the_console().await;
    drop(server);
}

/// A review says what each side did, marks estimates too, and shows the better line.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_is_reviewed() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "rules=3x3x3&moves=b2.a1.b1.a3.b3&x=person&o=person")).await;
    browser.wait_until("document.querySelector('#status.is-over') !== null").await;
    browser.click("#review-game").await;
    browser.wait_until("document.body.getAttribute('data-view') === 'analyse'").await;
    browser.wait_until("document.querySelector('.variations .move-marked') !== null").await;
    assert_eq!(browser.text(".variations .move-marked").await, "a3??");
    assert!(browser.text(".course-told").await.contains("O: 1 blunder"));
    browser.click(".course-mark").await;
    browser.wait_until("document.querySelector('.preview-bar:not([hidden])') !== null").await;
    assert!(browser.text(".preview-bar").await.contains("b3"));
    // The pointer's band over the curve stays within the drawing.
    let outside = browser
        .number(
            "[...document.querySelectorAll('.curve-band')].filter((band) => band.x.baseVal.value < 0 || \
        band.x.baseVal.value + band.width.baseVal.value > 600.01).length",
        )
        .await;
    assert!(outside < 1.0);
    browser.close().await;
}

/// Messages do not cover the buttons; every button of the game says what it does; code is not cut off.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_covered_unnamed_or_cut_off() {
    let server = Server::start(&options());
    for (width, height) in [(1280, 800), (390, 800)] {
        let browser =
            Browser::open_at(&page(&server, "rules=3x3x3&moves=b2&x=person&o=person"), width, height).await;
        browser.play("a1").await;
        browser.click("[data-point=b2]").await;
        browser.wait_until("document.querySelector('.notice-shown') !== null").await;
        let covered = browser
            .number(
                "(() => { const note = document.querySelector('.notice').getBoundingClientRect(); \
                 return [...document.querySelectorAll('.toolbar button, .cell')].filter((button) => { const box = button.getBoundingClientRect(); \
                 return box.left < note.right && box.right > note.left && box.top < note.bottom && box.bottom > note.top; }).length; })()",
            )
            .await;
        assert!(covered < 1.0, "{covered} buttons at {width}");
        assert_eq!(browser.count(".toolbar [data-act=undo] span").await, 1);
        assert_eq!(browser.count("[data-act=resign] span").await, 1);
        browser.close().await;
    }
    let hash = "rules=3x3x3&moves=b2.a2.c2.b3.c3&x=person&o=person&view=steps&spec=minimax&other=alphabeta:table%3Doff&step=4";
    let browser = Browser::open_at(&page(&server, hash), 1024, 768).await;
    browser.wait_until("document.querySelectorAll('.step-code li').length > 10").await;
    let clipped = browser.number("[...document.querySelectorAll('.step-code ol, .step-code li')].filter((row) => row.scrollWidth > row.clientWidth + 1).length").await;
    assert!(clipped < 1.0, "{clipped} lines are cut off");
    browser.close().await;
}
