//! What axe-core has to say of every view, in both languages, light and dark: nothing.

use super::page;
use super::window::Browser;
use crate::lab::{training, with_jobs};
use crate::support::{Server, options};

impl Browser {
    /// What axe-core objects to in the page as it is now.
    async fn objections(&self) -> String {
        let found = self
            .wait_for_answer(
                "const done = arguments[0]; axe.run().then(({ violations }) => done(violations.map(({ id, nodes }) => \
                 `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join('; ')}`).join('\\n')))",
            )
            .await;
        found.as_str().unwrap_or("axe-core does not answer").to_string()
    }

    async fn load_axe(&self) {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/node_modules/axe-core/axe.min.js");
        let axe = std::fs::read_to_string(path).expect("'npm ci --prefix crates/web' installs axe-core");
        self.script(&axe).await;
    }
}

/// Goes through themes and languages of an open page.
pub(super) async fn has_no_objections(browser: &Browser, name: &str) {
    browser.load_axe().await;
    for language in ["en", "zh"] {
        if !browser
            .script("return document.documentElement.lang")
            .await
            .as_str()
            .unwrap()
            .starts_with(language)
        {
            browser.click("#language").await;
            browser.wait_until(&format!("document.documentElement.lang.startsWith('{language}')")).await;
        }
        for theme in ["light", "dark"] {
            browser.script(&format!("document.documentElement.dataset.theme = '{theme}'")).await;
            assert_eq!(browser.objections().await, "", "{name}, {language}, {theme}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn no_view_has_violations() {
    let server = Server::start(&options());
    let tree = "rules=3x3x3&moves=b2.b3.c2.a2&x=person&o=person&view=tree&spec=alphabeta:order%3Dnatural,table%3Doff";
    let steps = "rules=3x3x3&moves=b2.a2.c2.b3.c3&x=person&o=person&view=steps&spec=alphabeta:table%3Doff&other=minimax&step=9";
    for (name, hash, ready) in [
        ("home", "view=home", "#home-puzzle"),
        ("analyse", "rules=7x6x4:drop&moves=d1.d2.c1&x=person&o=person&view=analyse", ".layer-heat > *"),
        ("play", "rules=7x6x4:drop&moves=d1.d2.c1&x=person&o=person", ".board-picture [data-stone]"),
        ("over", "rules=3x3x3&moves=b2.a1.b1.a2.b3&x=person&o=person", "#status.is-over"),
        ("tree", tree, ".tree-diagram .is-cut"),
        ("steps", steps, "[data-step='9']"),
        (
            "steps of playouts",
            "rules=3x3x3&moves=b2.a1&x=person&o=person&view=steps&spec=mcts:playouts%3D20&step=30",
            "[data-step='30']",
        ),
        ("puzzles", "view=puzzles", ".puzzle-card"),
        ("a puzzle", "view=puzzles&puzzle=1", ".solving .board-picture svg"),
        ("models", "view=models", ".model"),
        ("lesson on a tree", "view=lessons&lesson=alphabeta", ".figure-node.is-choice"),
        ("lesson on boards", "view=lessons&lesson=tree", ".figure-node.is-choice"),
        ("lesson on a choice", "view=lessons&lesson=nets", ".lesson-choices"),
        ("lesson on a table", "view=lessons&lesson=td", ".table-updates"),
        ("lesson on first moves", "view=lessons&lesson=self-play", ".table-cell"),
        (
            "a typed tree",
            "view=steps&spec=alphabeta:distance%3Doff,order%3Dnatural,table%3Doff&tree=(3%2012%208)%20(2%204%206)&step=9",
            "[data-step='9']",
        ),
    ] {
        let browser = Browser::open(&page(&server, hash)).await;
        browser.wait_until(&format!("document.querySelector(\"{ready}\") !== null")).await;
        has_no_objections(&browser, name).await;
        browser.close().await;
    }
}

/// Nothing behind the tour can be clicked, so each language has an address.
#[tokio::test(flavor = "multi_thread")]
async fn the_tour_has_no_violations() {
    let server = Server::start(&options());
    for language in ["en", "zh"] {
        let address = format!("{}#lang={language}&view=home&tour=on", server.address.url);
        let browser = Browser::open(&address).await;
        browser.wait_until("document.querySelector('.tour[open]') !== null").await;
        browser.load_axe().await;
        for theme in ["light", "dark"] {
            browser.script(&format!("document.documentElement.dataset.theme = '{theme}'")).await;
            assert_eq!(browser.objections().await, "", "{language}, {theme}");
        }
        browser.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_a_phone_nor_a_dialog_has_violations() {
    let server = Server::start(&options());
    let hash = "rules=15x15x5&moves=h8.h9&x=person&o=person";
    let browser = Browser::open_at(&page(&server, hash), 390, 800).await;
    browser.wait_for_turn().await;
    has_no_objections(&browser, "phone").await;
    browser.click("#settings").await;
    browser.wait_until("document.querySelector('dialog[open]') !== null").await;
    assert_eq!(browser.objections().await, "", "the settings");
    browser.click("dialog .button-main").await;
    browser.click("#new-game").await;
    browser.wait_until("document.querySelector('dialog[open]') !== null").await;
    assert_eq!(browser.objections().await, "", "the form for a new game");
    browser.close().await;
    // A game that was reviewed, with a variation that somebody wrote about; who is asked side by side; and what brings games in.
    let hash = "rules=3x3x3&moves=b2.a2.a1.c1&ply=1&x=person&o=person&view=analyse";
    let browser = Browser::open_at(&page(&server, hash), 1440, 1400).await;
    browser.wait_for_turn().await;
    browser.click("[data-point=a3]").await;
    browser.wait_until("document.querySelector('.variation [aria-current]') !== null").await;
    browser.click("[data-symbol='!?']").await;
    browser.script("const comment = document.getElementById('note-comment'); comment.value = 'also'; comment.dispatchEvent(new Event('change'))").await;
    browser.click("[data-path='b2 a2 a1 c1']").await;
    browser.wait_until("location.hash.includes('moves=b2.a2.a1.c1')").await;
    browser.click("[data-act=review]").await;
    browser.wait_until("document.querySelector('[data-act=exercise]') !== null").await;
    browser.click(".compare summary").await;
    browser.click("[data-act=compare]").await;
    browser.wait_until("document.querySelector('.compare-verdict')?.textContent !== ''").await;
    has_no_objections(&browser, "analysis with everything").await;
    browser.click("[data-act=exercise]").await;
    browser.wait_until("document.querySelector('.exercise:not([hidden])') !== null").await;
    assert_eq!(browser.objections().await, "", "an exercise");
    browser.click("[data-act=bring]").await;
    browser.wait_until("document.querySelector('dialog[open]') !== null").await;
    assert_eq!(browser.objections().await, "", "the form that brings games in");
    browser.close().await;
    let tree = "rules=3x3x3&moves=b2.b3.c2.a2&x=person&o=person&view=tree";
    let browser = Browser::open_at(&page(&server, tree), 390, 800).await;
    browser.wait_until("document.querySelector('.tree-outline [role=treeitem]') !== null").await;
    has_no_objections(&browser, "outline").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_laboratory_has_no_violations() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_jobs(folder.path()));
    let mut other = server.page();
    other.ask(training("selfplay", 6));
    other.ask(training("td0", 6));
    for (name, width) in [("lab", 1280), ("lab on a phone", 390)] {
        let browser = Browser::open_at(&page(&server, "view=lab&run=1.2"), width, 800).await;
        let done = "document.querySelectorAll('.lab-run[data-state=done]').length === 2";
        browser.wait_until(&format!("{done} && document.querySelector('#lab-chart svg') !== null")).await;
        has_no_objections(&browser, name).await;
        browser.click(".lab-name").await;
        browser.wait_until("document.querySelector('.lab-naming') !== null").await;
        assert_eq!(browser.objections().await, "", "{name}, one training");
        browser.click("#lab-begin").await;
        browser.wait_until("document.querySelectorAll('#train-method option').length > 5").await;
        browser.click(".lab-options summary").await;
        assert_eq!(browser.objections().await, "", "{name}, the form");
        browser.close().await;
    }
}
