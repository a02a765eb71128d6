//! The laboratory in a browser: a training from its form to a game against what it has learned, over a restart of the program.

use kinrow_web::ServeOptions;

use super::page;
use super::window::Browser;
use crate::lab::with_jobs;
use crate::support::Server;

impl Browser {
    /// Types into a field, as far as the page can tell.
    async fn fill(&self, selector: &str, value: &str) {
        self.script(&format!(
            "const field = document.querySelector('{selector}'); field.value = '{value}'; \
             field.dispatchEvent(new Event('input', {{ bubbles: true }})); field.dispatchEvent(new Event('change', {{ bubbles: true }}))"
        ))
        .await;
    }

    /// Waits until the newest training stands like this.
    async fn wait_for_job(&self, state: &str) {
        self.wait_until(&format!("document.querySelector('.lab-run')?.dataset.state === '{state}'")).await;
    }

    async fn done(&self) -> f64 {
        self.number("document.querySelector('.lab-progress').value").await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_training_is_watched_stopped_resumed_after_a_restart_and_played() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(&with_jobs(folder.path()));
    let browser = Browser::open(&page(&server, "view=lab")).await;
    browser.wait_until("document.querySelector('#lab-told')?.textContent.includes('Nothing')").await;
    browser.click("#lab-begin").await;
    browser.wait_until("document.querySelectorAll('#train-method option').length > 5").await;
    browser.fill("#train-board", "3x3x3").await;
    browser.fill("#train-method", "selfplay").await;
    browser.fill("#train-goal", "900000000").await;
    browser.click("dialog .button-main").await;
    browser.wait_for_job("running").await;
    browser.wait_until("document.querySelector('#lab-chart svg') !== null").await;
    let before = browser.done().await;
    browser.wait_until(&format!("document.querySelector('.lab-progress').value > {before}")).await;
    browser.screenshot("lab-training").await;

    browser.click("[data-change=pause]").await;
    browser.wait_for_job("paused").await;
    let paused = browser.done().await;
    let port = Some(server.port());
    server.end().unwrap();
    let server = Server::start(&ServeOptions { port, ..with_jobs(folder.path()) });
    browser.refresh().await;
    browser.wait_for_job("paused").await;
    assert!((browser.done().await - paused).abs() < 0.5, "it is where it was");
    browser.wait_until("document.querySelector('#lab-chart svg') !== null").await;
    browser.click("[data-change=resume]").await;
    browser.wait_for_job("running").await;
    browser.wait_until(&format!("document.querySelector('.lab-progress').value > {paused}")).await;
    browser.click("[data-change=stop]").await;
    browser.wait_for_job("stopped").await;

    browser.fill("#lab-label", "first").await;
    browser.click("#lab-keep").await;
    browser.wait_until("document.querySelector('.lab-play') !== null").await;
    browser.screenshot("lab-model").await;
    browser.click(".lab-play").await;
    browser
        .wait_until("location.hash.includes('model:first') && !document.querySelector('#view-play').hidden")
        .await;
    browser.wait_for_turn().await;
    browser.play("b2").await;
    browser.wait_until("document.querySelectorAll('.board-picture [data-stone]').length === 2").await;
    drop(server);
    browser.close_without_looking_at_the_console().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_to_its_end_and_a_game_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_jobs(folder.path()));
    let browser = Browser::open(&page(&server, "view=lab")).await;
    browser.click("#lab-begin-contest").await;
    browser.click("#contest-add").await;
    browser.fill("#contest-board", "3x3x3").await;
    browser.fill("#contest-games", "6").await;
    browser
        .script(
            "[...document.querySelectorAll('.lab-agent input')].forEach((field, i) => { \
             field.value = ['random', 'alphabeta', 'mcts:playouts=50'][i]; field.dispatchEvent(new Event('input', { bubbles: true })); })",
        )
        .await;
    browser.click("dialog .button-main").await;
    browser.wait_for_job("done").await;
    browser.wait_until("document.querySelectorAll('.lab-cross tbody tr').length === 3").await;
    browser.wait_until("document.querySelectorAll('.lab-game').length === 18").await;
    browser.wait_until("document.querySelector('#lab-chart svg') !== null").await;
    assert!(browser.text(".lab-cross").await.contains("Elo"), "{}", browser.text(".lab-cross").await);
    browser.screenshot("lab-contest").await;
    browser.click(".lab-game").await;
    browser.wait_until("location.hash.includes('view=analyse') && location.hash.includes('moves=')").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_experiment_is_edited_run_and_read() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(&with_jobs(folder.path()));
    let browser = Browser::open(&page(&server, "view=lab")).await;
    browser.click("#lab-begin-experiment").await;
    browser.wait_until("document.querySelectorAll('.lab-experiment').length >= 15").await;
    browser.screenshot("lab-experiments").await;
    browser.click("[data-experiment=symmetry] [data-run=edit]").await;
    browser.wait_until("document.querySelector('.lab-mistake')?.textContent.includes('No mistake')").await;
    let text = crate::lab::TINY;
    let write = |text: &str| {
        let text = serde_json::Value::from(text);
        format!(
            "const field = document.querySelector('#lab-text'); field.value = {text}; field.dispatchEvent(new Event('input', {{ bubbles: true }}))"
        )
    };
    browser.script(&write(&text.replace("games = 20", "games = 'many'"))).await;
    browser.wait_until("document.querySelector('.lab-lines .is-wrong')?.textContent === '14'").await;
    browser.screenshot("lab-mistake").await;
    browser.script(&write(text)).await;
    browser.wait_until("document.querySelector('.lab-lines .is-wrong') === null").await;
    browser.click("dialog .button-main").await;
    browser.wait_for_job("done").await;
    browser
        .wait_until("document.querySelector('#lab-paper')?.shadowRoot?.textContent.includes('Who wins against random?')")
        .await;
    browser.wait_until("document.querySelector('#lab-download') !== null").await;
    browser.screenshot("lab-report").await;
    browser.close().await;
}
