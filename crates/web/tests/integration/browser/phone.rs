//! Fingers: the magnifying glass, and room for whatever is tapped.

use super::page;
use super::window::Browser;
use crate::support::{Server, options};

impl Browser {
    /// What a finger does at a point of the board.
    async fn finger(&self, event: &str, point: &str) {
        self.script(&format!(
            "const cell = document.querySelector('#view-play [data-point={point}]'); const box = cell.getBoundingClientRect(); \
             const at = {{ bubbles: true, pointerType: 'touch', pointerId: 1, detail: 1, \
             clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 }}; \
             cell.dispatchEvent('{event}' === 'click' ? new MouseEvent('click', at) : new PointerEvent('{event}', at))"
        ))
        .await;
    }
}

const STONES: &str = "document.querySelectorAll('#view-play .board-picture [data-stone]').length";

#[tokio::test(flavor = "multi_thread")]
async fn a_finger_that_rests_gets_a_magnifying_glass() {
    let server = Server::start(&options());
    let browser =
        Browser::open_at(&page(&server, "rules=15x15x5&moves=h8&x=person&o=person"), 390, 844).await;
    browser.wait_for_turn().await;
    browser.finger("pointerdown", "g7").await;
    browser.wait_until("!document.querySelector('#view-play .magnifier').hidden").await;
    browser.finger("pointermove", "j6").await;
    browser.wait_until("document.querySelector('#view-play .magnifier span').textContent === 'j6'").await;
    browser.screenshot("magnifier").await;
    browser.finger("pointerup", "j6").await;
    browser.finger("click", "j6").await;
    browser.wait_until("document.querySelector('#view-play .magnifier').hidden").await;
    assert!(browser.text(".notice").await.contains("j6"), "{}", browser.text(".notice").await);
    assert_eq!(browser.number(STONES).await, 1.0, "lifting it is the first tap");
    for event in ["pointerdown", "pointerup", "click"] {
        browser.finger(event, "j6").await;
    }
    browser.wait_until(&format!("{STONES} === 2")).await;
    // Where points are large there is nothing to magnify.
    browser.close().await;
    let browser = Browser::open_at(&page(&server, "rules=3x3x3&moves=b2&x=person&o=person"), 390, 844).await;
    browser.wait_for_turn().await;
    for event in ["pointerdown", "pointerup", "click"] {
        browser.finger(event, "a1").await;
    }
    browser.wait_until(&format!("{STONES} === 2")).await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_tapped_is_large_enough() {
    let server = Server::start(&options());
    for (hash, ready) in [
        ("rules=15x15x5&moves=h8&x=person&o=person", ".board-picture [data-stone]"),
        ("view=puzzles", ".puzzle-card"),
        ("view=puzzles&puzzle=1", ".solving .board-picture svg"),
        ("view=models", ".model"),
    ] {
        let browser = Browser::open_at(&page(&server, hash), 390, 844).await;
        browser.wait_until(&format!("document.querySelector('{ready}') !== null")).await;
        let small = browser
            .script(
                "return [...document.querySelectorAll('button, select, .library-import')].filter((each) => !each.classList.contains('cell') \
                 && each.offsetParent !== null && each.getBoundingClientRect().height < 43.5).map((each) => each.id || each.className)",
            )
            .await;
        assert_eq!(small, serde_json::json!([]), "{hash}");
        browser.close().await;
    }
}
