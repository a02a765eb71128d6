//! The page in a real browser: Chromium, driven through chromedriver as a person would drive it. Screenshots of the main
//! views are kept under `target/screenshots`.

mod accessible;
mod analysis;
mod honest;
mod lab;
mod lessons;
mod library;
mod openings;
mod phone;
mod weight;
mod window;

use kinrow_web::ServeOptions;
use thirtyfour::Key;
use window::Browser;

use crate::support::{Server, options};

/// A perfect opponent that has no luck and needs no time.
const PERFECT: &str = "alphabeta";

fn page(server: &Server, hash: &str) -> String {
    format!("{}#lang=en&{hash}", server.address.url)
}

/// Person X by mouse against a perfect O: X plays well, and the game is drawn.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_by_mouse_ends_in_a_draw() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, &format!("rules=3x3x3&moves=&x=person&o={PERFECT}"))).await;
    browser.wait_for_turn().await;
    browser.hover("[data-point=b2]").await;
    assert!(browser.count(".layer-hover > *").await > 0, "a stone hovers under the pointer");
    browser.play_out_perfectly().await;
    assert_eq!(browser.stones().await.matches('.').count(), 0);
    assert!(browser.text("#status").await.contains("draw"), "{}", browser.text("#status").await);
    browser.screenshot("draw").await;
    browser.close().await;
}

/// The lecturer's code is not to be read from a screen that a class looks at; the page keeps it over a reload.
#[tokio::test(flavor = "multi_thread")]
async fn the_lecturers_code_leaves_the_address() {
    let options = ServeOptions { host: std::net::Ipv4Addr::UNSPECIFIED.into(), ..options() };
    let server = Server::start(&options);
    let codes = server.address.codes.clone().unwrap();
    let lecturer = server.address.lecturer.clone().unwrap();
    let browser = Browser::open(&format!("{lecturer}#lang=en&view=home")).await;
    browser.wait_until("document.querySelector('#home-puzzle') !== null && location.search === ''").await;
    browser.refresh().await;
    browser.wait_until("document.querySelector('#home-puzzle') !== null").await;
    let address = browser.address().await;
    assert!(!address.contains(&codes.lecturer) && address.contains("view=home"), "{address}");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_by_keyboard() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "rules=3x3x3&moves=&x=person&o=person")).await;
    browser.wait_for_turn().await;
    browser.script("document.querySelector('[data-point=b2]').focus()").await;
    // b2, a2, b3, a3, b1: X has the middle column.
    let keys: [&[Key]; 5] =
        [&[], &[Key::Left], &[Key::Right, Key::Up], &[Key::Left], &[Key::Right, Key::Down, Key::Down]];
    for (ply, steps) in keys.into_iter().enumerate() {
        for step in steps {
            browser.press(step.clone()).await;
        }
        browser.press(Key::Enter).await;
        browser
            .wait_until(&format!(
                "document.querySelectorAll('.board-picture [data-stone]').length === {}",
                ply + 1
            ))
            .await;
    }
    assert_eq!(browser.stones().await, "OX.OX..X.");
    assert!(browser.text("#status").await.contains('X'));
    assert!(browser.count(".board-picture .marks .row").await > 0, "the winning line is drawn");
    assert!(browser.text("#spoken").await.contains("b1"), "moves are read out");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn undo_redo_hint_and_an_illegal_click() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, &format!("rules=3x3x3&moves=&x=person&o={PERFECT}"))).await;
    browser.play("b2").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 2").await;
    browser.wait_for_turn().await;
    let after = browser.stones().await;
    browser.click("[data-point=b2]").await;
    browser.wait_until("document.querySelector('.notice-shown.notice-problem') !== null").await;
    assert!(browser.text(".notice").await.contains("b2"), "an illegal click says why");
    assert_eq!(browser.stones().await, after);
    browser.click("[data-act=undo]").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 0").await;
    browser.click("[data-act=redo]").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 2").await;
    assert_eq!(browser.stones().await, after);
    browser.click("[data-act=hint]").await;
    browser.wait_until("document.querySelector('.notice-shown') !== null && document.querySelector('.layer-hint > *') !== null").await;
    browser.screenshot("hint").await;
    browser.close().await;
}

/// A link is a position: reloaded, and opened in another tab, the game is there.
#[tokio::test(flavor = "multi_thread")]
async fn a_link_is_a_position() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "rules=4x4x4&moves=b2.c3&x=person&o=person")).await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 2").await;
    browser.play("d4").await;
    browser.wait_until("location.hash.includes('d4')").await;
    browser.refresh().await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 3").await;
    let (link, stones) = (browser.address().await, browser.stones().await);
    browser.close().await;
    let other = Browser::open(&link).await;
    other.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 3").await;
    assert_eq!(other.stones().await, stones);
    other.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_edited_and_played_from() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "rules=3x3x3&moves=&x=person&o=person")).await;
    browser.wait_for_turn().await;
    browser.click("[data-act=edit]").await;
    browser.click("[data-point=a1]").await;
    browser.click("[data-point=b1]").await;
    browser.wait_until("document.querySelector('.editor-check.is-problem') !== null").await;
    browser.click("[data-tool=o]").await;
    browser.click("[data-point=c3]").await;
    browser.wait_until("document.querySelector('.editor-check:not(.is-problem)') !== null && !document.querySelector('.editor .button-main').disabled").await;
    browser.screenshot("editor").await;
    browser.click(".editor .button-main").await;
    browser.wait_until("document.querySelector('.editor') === null").await;
    assert_eq!(browser.stones().await, "..O...XX.");
    browser.play("a3").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 4").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn machine_against_machine_paused_stepped_and_run() {
    let server = Server::start(&options());
    let hash = format!("rules=3x3x3&moves=&x=mcts:playouts%3D50&o={PERFECT}");
    let browser = Browser::open(&page(&server, &hash)).await;
    browser.wait_until("document.querySelector('[data-act=auto]') !== null").await;
    browser.click("[data-act=step]").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 1").await;
    browser.script("const speed = document.getElementById('speed'); speed.value = speed.max; speed.dispatchEvent(new Event('change'))").await;
    browser.click("[data-act=auto]").await;
    browser.wait_until("document.querySelector('#status.is-over') !== null").await;
    browser.screenshot("machines").await;
    browser.click("[data-act=first]").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 0").await;
    browser.click("[data-act=forward]").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 1").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chinese_and_back() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "rules=15x15x5:renju&moves=h8.h9.g7&x=person&o=person")).await;
    browser.wait_for_turn().await;
    browser.click("#language").await;
    browser.wait_until("document.documentElement.lang.startsWith('zh')").await;
    assert!(browser.text("body").await.contains("新对局"));
    browser.screenshot("renju-zh").await;
    browser.click("#new-game").await;
    browser.wait_until("document.querySelector('dialog[open]') !== null").await;
    browser.screenshot("new-game-zh").await;
    let text = browser.text("dialog").await;
    for key in ["page.", "level.", "preset.", "agent.", "option."] {
        assert!(!text.contains(key), "{key} has no sentence: {text}");
    }
    browser.press(Key::Escape).await;
    browser.click("#language").await;
    browser.wait_until("document.documentElement.lang.startsWith('en')").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn at_phone_width_nothing_is_cut_off() {
    let server = Server::start(&options());
    for (view, hash) in [
        ("play", "rules=7x6x4:drop&moves=d1.d2.c1&x=person&o=person"),
        ("home", "view=home"),
        ("analyse", "rules=15x15x5&moves=h8.i9&x=person&o=person&view=analyse"),
        ("tree", "rules=3x3x3&moves=b2.a1.c1&x=person&o=person&view=tree"),
        ("steps", "rules=3x3x3&moves=b2.a1.c1&x=person&o=person&view=steps"),
        ("puzzles", "view=puzzles&puzzle=1"),
        ("models", "view=models"),
    ] {
        let browser = Browser::open_at(&page(&server, hash), 360, 740).await;
        browser.wait_until(&format!("document.body.getAttribute('data-view') === '{view}'")).await;
        browser.wait_until("document.getAnimations().length === 0").await;
        let wide = browser
            .number("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            .await;
        assert!(wide <= 0.0, "{view} is {wide} px too wide");
        browser.screenshot(&format!("phone-{view}")).await;
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_search_is_stopped() {
    let server = Server::start(&options());
    let hash = "rules=15x15x5&moves=h8&x=person&o=mcts:time%3D10s";
    let browser = Browser::open(&page(&server, hash)).await;
    browser.wait_until("document.querySelector('#move-now:not([hidden])') !== null").await;
    browser.screenshot("thinking").await;
    browser.click("#move-now").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 2").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tree_of_alphabeta_shows_a_cut() {
    let server = Server::start(&options());
    let hash = "rules=3x3x3&moves=b2.a2.c2.b3&x=person&o=person&view=tree&spec=alphabeta:order%3Dnatural,table%3Doff";
    let browser = Browser::open(&page(&server, hash)).await;
    browser.wait_until("document.querySelectorAll('.tree-diagram [role=treeitem]').length > 3").await;
    browser.wait_until("document.querySelector('.tree-diagram .is-cut') !== null").await;
    browser.click(".tree-diagram .is-cut").await;
    browser.wait_until("document.querySelector('.details-cut') !== null").await;
    assert!(browser.text(".details-cut").await.len() > 20, "the reason in words");
    let before = browser.count(".tree-diagram [role=treeitem]").await;
    browser.click(".tree-diagram .tile-knob:not([aria-expanded=true])").await;
    browser
        .wait_until(&format!(
            "document.querySelectorAll('.tree-diagram [role=treeitem]').length !== {before}"
        ))
        .await;
    browser.screenshot("tree").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_steps_forward_and_back() {
    let server = Server::start(&options());
    let hash = "rules=3x3x3&moves=b2.a2.c2.b3.c3&x=person&o=person&view=steps&spec=minimax&other=alphabeta:table%3Doff&step=4";
    let browser = Browser::open(&page(&server, hash)).await;
    browser.wait_until("document.querySelector('[data-step=\"4\"]') !== null").await;
    // Counters, sentence, board and pseudocode.
    let shown = browser.text(".step-panel").await;
    for _ in 0..10 {
        browser.step(true).await;
    }
    browser.wait_until("document.querySelector('[data-step=\"14\"]') !== null").await;
    browser.wait_until("location.hash.includes('step=14')").await;
    assert_ne!(browser.text(".step-panel").await, shown);
    assert!(
        browser.count(".step-code .is-lit[aria-current]").await > 0,
        "a line of the pseudocode lights up"
    );
    for _ in 0..10 {
        browser.step(false).await;
    }
    browser.wait_until("document.querySelector('[data-step=\"4\"]') !== null").await;
    assert_eq!(browser.text(".step-panel").await, shown, "back is where it was");
    assert!(browser.text(".steps-compare").await.contains("nodes"), "the two are compared");
    browser.screenshot("steps").await;
    browser.close().await;
}

/// An example takes the board; the game comes back with the position that was shown.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_put_aside_comes_back_at_its_move() {
    let server = Server::start(&options());
    let hash = "rules=3x3x3&moves=b2.a1.c1.a3&ply=2&x=person&o=person&view=steps";
    let browser = Browser::open(&page(&server, hash)).await;
    browser.wait_until("document.querySelector('[data-example=cut]') !== null").await;
    browser.click("[data-example=cut]").await;
    browser.wait_until("location.hash.includes('moves=b2.b3')").await;
    browser.click(".steps-aside button").await;
    browser.wait_until("location.hash.includes('moves=b2.a1.c1.a3&ply=2')").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_pages_are_two_games() {
    let server = Server::start(&options());
    let one = Browser::open(&page(&server, "rules=3x3x3&moves=&x=person&o=person")).await;
    let other = Browser::open(&page(&server, "rules=3x3x3&moves=&x=person&o=person")).await;
    one.play("a1").await;
    other.play("c3").await;
    one.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 1").await;
    other.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 1").await;
    assert_eq!((one.stones().await, other.stones().await), ("......X..".into(), "..X......".into()));
    one.close().await;
    other.close().await;
}

/// The server goes away and comes back without memory: the page brings its game.
#[tokio::test(flavor = "multi_thread")]
async fn the_server_is_restarted_under_a_page() {
    let server = Server::start(&options());
    let port = server.port();
    let browser = Browser::open(&page(&server, "rules=3x3x3&moves=&x=person&o=person")).await;
    browser.play("b2").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 1").await;
    drop(server);
    browser.wait_until("!document.getElementById('banner').hidden").await;
    let server = Server::start(&ServeOptions { port: Some(port), ..options() });
    browser.wait_until("document.getElementById('banner').hidden").await;
    browser.play("a1").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 2").await;
    assert_eq!(browser.stones().await, "....X.O..");
    // While the server was away the browser itself noted refused connections.
    browser.close_without_looking_at_the_console().await;
    drop(server);
}

/// A clock runs out under a person's eyes, and the link tells a server that never saw the game how it ended.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_lost_on_time_is_still_lost_on_another_server() {
    let server = Server::start(&options());
    let port = server.port();
    let hash = "rules=3x3x3&moves=b2&x=person&o=person@time%3D1s";
    let browser = Browser::open(&page(&server, hash)).await;
    browser
        .wait_until("document.querySelector('.player[data-side=o] .player-clock').textContent === '0:00'")
        .await;
    browser.wait_until("location.hash.includes('won=x&by=time')").await;
    browser
        .wait_until("document.querySelector('.player[data-side=o] .player-clock').textContent === ''")
        .await;
    let link = browser.address().await;
    browser.close().await;
    drop(server);
    let server = Server::start(&ServeOptions { port: Some(port), ..options() });
    let other = Browser::open(&link).await;
    other.wait_until("document.getElementById('status').textContent.includes('O took too long')").await;
    other.click("[data-act=undo]").await;
    other.wait_until("!location.hash.includes('won=')").await;
    other.close().await;
    drop(server);
}

/// From the first place to the end of a game, and once more: one click each.
#[tokio::test(flavor = "multi_thread")]
async fn a_newcomers_first_game() {
    let server = Server::start(&options());
    let browser = Browser::open(&format!("{}#lang=en", server.address.url)).await;
    browser.wait_until("document.body.getAttribute('data-view') === 'home'").await;
    browser.wait_until("document.querySelector('#home-puzzle') !== null").await;
    browser.screenshot("home").await;
    browser.click("[data-preset=tic-tac-toe]").await;
    browser.wait_until("document.body.getAttribute('data-view') === 'play'").await;
    assert_eq!(browser.count("#pane-analysis:not([style])").await, 1);
    assert_eq!(
        browser.number("document.querySelector('#pane-analysis').clientHeight").await,
        0.0,
        "nobody is told values"
    );
    browser.play_out_perfectly().await;
    browser.click("#rematch").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 0").await;
    // A game that was begun is offered on the first place.
    browser.play("b2").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 2").await;
    browser.click("#place-home").await;
    browser.click("#home-continue").await;
    browser.wait_until("document.body.getAttribute('data-view') === 'play'").await;
    browser.close().await;
}

/// The places, the lessons and the puzzle of the day lead where they say, and a reload stays there.
#[tokio::test(flavor = "multi_thread")]
async fn places_and_their_addresses() {
    let server = Server::start(&options());
    let browser = Browser::open(&format!("{}#lang=en&view=home", server.address.url)).await;
    browser.click("#home-lesson-cut").await;
    browser.wait_until("document.querySelector('.step-panel') !== null && document.querySelector('#place-learn[aria-current]') !== null").await;
    assert!(browser.address().await.contains("view=steps"));
    browser.refresh().await;
    browser.wait_until("document.querySelector('.step-panel') !== null").await;
    browser.click("#place-analyse").await;
    browser.wait_until("document.querySelectorAll('.layer-heat > *').length > 0 && document.querySelector('.gauge:not([hidden])') !== null").await;
    browser.screenshot("analyse").await;
    browser.click("#tab-tree").await;
    browser.wait_until("document.querySelectorAll('.tree-diagram [role=treeitem]').length > 1").await;
    browser.click("#place-home").await;
    browser.click("#home-puzzle").await;
    browser.wait_until("document.querySelector('.solving .board-picture svg') !== null && location.hash.includes('view=puzzles')").await;
    browser.refresh().await;
    browser.wait_until("document.querySelector('.solving .board-picture svg') !== null").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn colours_and_stones_are_chosen_in_the_settings() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "rules=3x3x3&moves=b2&x=person&o=person")).await;
    browser.wait_for_turn().await;
    browser.click("#settings").await;
    for (control, value) in [("theme", "dark"), ("look", "stones")] {
        let choose = format!(
            "const control = document.getElementById('{control}'); control.value = '{value}'; control.dispatchEvent(new Event('change'))"
        );
        browser.script(&choose).await;
    }
    browser.click("dialog .button-main").await;
    browser.wait_until("document.getElementById('status').textContent.includes('White')").await;
    browser.refresh().await;
    browser.wait_until("document.documentElement.dataset.theme === 'dark'").await;
    browser.close().await;
}

/// The pictures of the README; `docs/make-screenshots` runs this.
#[tokio::test(flavor = "multi_thread")]
#[ignore = "draws the pictures of the documentation"]
async fn pictures_for_the_documentation() {
    let server = Server::start(&options());
    let browser = Browser::open_at(&page(&server, "view=home"), 1280, 960).await;
    browser.wait_until("document.querySelector('#home-puzzle') !== null").await;
    browser.picture("home").await;
    browser.close().await;
    let game = "rules=15x15x5&moves=h8.i9.g7.f6.i7.h7&x=person&o=level:level4";
    let browser = Browser::open_at(&page(&server, game), 1280, 960).await;
    browser.wait_for_turn().await;
    browser.picture("game").await;
    browser.close().await;
    let analysis = "rules=15x15x5&moves=h8.i9.g7.f6.i7.h7&x=person&o=person&view=analyse";
    let browser = Browser::open_at(&page(&server, analysis), 1280, 960).await;
    browser.wait_until("document.querySelectorAll('.rated-table tbody tr').length > 4 && document.querySelector('.thinking.is-running') === null").await;
    browser.picture("analyse").await;
    browser.close().await;
    let exact = "rules=5x5x4&moves=c3.b2.c4.c2.d2&x=person&o=alphabeta:depth%3D6,eval%3Druns&view=analyse";
    let browser = Browser::open_at(&page(&server, exact), 1280, 960).await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 6").await;
    browser.script("const show = document.getElementById('overlay'); show.value = 'exact'; show.dispatchEvent(new Event('change'))").await;
    browser.wait_until("document.querySelectorAll('.layer-heat > *').length > 10").await;
    browser.picture("play").await;
    browser.close().await;
    let tree = "rules=3x3x3&moves=b2.b3.c2.a2&x=person&o=person&view=tree&spec=alphabeta:order%3Dnatural,table%3Doff";
    let browser = Browser::open_at(&page(&server, tree), 1280, 960).await;
    browser.click(".tree-diagram .is-cut").await;
    browser.wait_until("document.querySelector('.details-cut') !== null").await;
    browser.picture("tree").await;
    browser.close().await;
    let browser = Browser::open_at(&page(&server, "view=puzzles&puzzle=41"), 1280, 960).await;
    browser.click("#puzzle-solution").await;
    browser.wait_until("document.querySelectorAll('.solving .layer-ghosts > *').length > 4").await;
    browser.picture("puzzle").await;
    browser.close().await;
    let steps = "rules=3x3x3&moves=a3.b2.c2&x=person&o=person&view=steps&spec=minimax&other=alphabeta:order%3Dnatural,table%3Doff&step=514";
    let browser = Browser::open_at(&page(&server, steps), 1280, 960).await;
    browser.wait_until("document.querySelector('[data-step=\"514\"]') !== null").await;
    browser.picture("steps").await;
    browser.close().await;
    let lesson = "view=lessons&lesson=alphabeta&at=20";
    let browser = Browser::open_at(&page(&server, lesson), 1280, 960).await;
    browser.wait_until("document.querySelector('[data-step=\"20\"]') !== null").await;
    browser.picture("lesson").await;
    browser.close().await;
}
