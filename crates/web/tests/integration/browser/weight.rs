//! What the page weighs when it travels to a browser that has nothing of it yet.

use super::page;
use super::window::Browser;
use crate::support::{Server, options};

/// Bytes that came through the network for this window's page so far, compressed as they were.
const TRAVELLED: &str = "performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation')) \
                         .reduce((sum, entry) => sum + entry.encodedBodySize, 0)";

#[tokio::test(flavor = "multi_thread")]
async fn the_page_is_light() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "view=home")).await;
    browser.wait_until("document.querySelector('#home-puzzle') !== null").await;
    browser.script("location.hash = 'rules=3x3x3&moves=&x=person&o=person&lang=en'").await;
    browser.wait_for_turn().await;
    let home_and_play = browser.number(TRAVELLED).await;
    assert!(home_and_play > 10_000.0, "everything is counted: {home_and_play}");
    assert!(home_and_play <= 200_000.0, "Home and Play weigh {home_and_play} bytes");
    browser.close().await;
}
