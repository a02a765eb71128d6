//! Openings in the browser: chosen in the form, played out, and begun again by a rematch.

use super::page;
use super::window::Browser;
use crate::support::{Server, options};

#[tokio::test(flavor = "multi_thread")]
async fn two_people_open_a_game_by_swap2() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "rules=9x9x5&moves=&x=person&o=person")).await;
    browser.click("#new-game").await;
    browser
        .wait_until(
            "document.getElementById('opening') !== null && !document.getElementById('opening').disabled",
        )
        .await;
    browser.script("document.getElementById('opening').value = 'swap2'").await;
    browser.click("dialog .button-main").await;
    browser
        .wait_until("document.getElementById('status').textContent.startsWith('Opening: the first player')")
        .await;
    for point in ["e5", "f6", "d4"] {
        browser.play(point).await;
        browser.wait_until(&format!("location.hash.includes('{point}')")).await;
    }
    browser.wait_until("document.querySelectorAll('[data-choose]').length === 3").await;
    browser.screenshot("opening-choice").await;
    browser.click("[data-choose=add]").await;
    for point in ["a1", "i9"] {
        browser.play(point).await;
        browser.wait_until(&format!("location.hash.includes('{point}')")).await;
    }
    browser.wait_until("document.querySelectorAll('[data-choose]').length === 2").await;
    browser.click("[data-choose=o]").await;
    browser.wait_until("document.querySelectorAll('[data-choose]').length === 0").await;
    assert!(browser.text("#status").await.contains("White to move"), "{}", browser.text("#status").await);
    browser.click("[data-act=resign]").await;
    browser.click("dialog .button-main").await;
    browser.click("#rematch").await;
    browser
        .wait_until("document.getElementById('status').textContent.startsWith('Opening: the first player')")
        .await;
    browser.close().await;
}
