//! One window of a headless Chromium, with the few things that tests do to it. Every wait is for something to come true,
//! never for a time to pass.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use thirtyfour::prelude::*;
use thirtyfour::{ChromeCapabilities, ChromiumLikeCapabilities, Key};

/// How long to wait for something to come true: much more than it takes, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// The driver that all tests of this process share. Its shell ends it when the pipe from this process closes, however that ends:
/// a driver that is left behind goes on for ever.
struct Driver {
    address: String,
    _process: Child,
}

fn driver() -> &'static Driver {
    static DRIVER: OnceLock<Driver> = OnceLock::new();
    DRIVER.get_or_init(|| {
        let mut process = Command::new("sh")
            .args(["-c", "chromedriver --port=0 & read -r _; kill $!"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a shell starts");
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines().map_while(Result::ok);
        let port = lines
            .find_map(|line| {
                let port = line.split("successfully on port ").nth(1)?;
                port.trim_end_matches('.').parse::<u16>().ok()
            })
            .expect("these tests need chromium and chromium-driver (./test installs them on Debian)");
        // Whatever else it says must not fill its pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Driver { address: format!("http://127.0.0.1:{port}"), _process: process }
    })
}

pub(crate) struct Browser {
    driver: WebDriver,
    _profile: tempfile::TempDir,
}

impl Browser {
    pub(crate) async fn open(url: &str) -> Browser {
        Browser::open_at(url, 1280, 800).await
    }

    /// Opens a page in a window of this size.
    pub(crate) async fn open_at(url: &str, width: u32, height: u32) -> Browser {
        let profile = tempfile::tempdir().unwrap();
        let mut capabilities = ChromeCapabilities::new();
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--no-first-run",
            "--disable-dev-shm-usage",
            "--force-prefers-reduced-motion",
            "--hide-scrollbars",
            &format!("--window-size={width},{height}"),
            &format!("--user-data-dir={}", profile.path().display()),
        ];
        for argument in arguments {
            capabilities.add_arg(argument).unwrap();
        }
        if width < 500 {
            // A window has a least width; a phone's page is emulated.
            let phone = serde_json::json!({ "deviceMetrics": { "width": width, "height": height, "pixelRatio": 2.0 } });
            capabilities.add_experimental_option("mobileEmulation", phone).unwrap();
        }
        capabilities.set("goog:loggingPrefs", serde_json::json!({ "browser": "ALL" })).unwrap();
        let driver = WebDriver::new(&driver().address, capabilities).await.expect("a browser starts");
        driver.goto(url).await.unwrap();
        let browser = Browser { driver, _profile: profile };
        browser
            .wait_until("document.querySelector('.board-picture svg, .tree-view, .steps-view, .lessons-view') !== null")
            .await;
        browser
    }

    /// Closes the window; nothing may have gone wrong in it that only its console tells.
    pub(crate) async fn close(self) {
        let log = self.driver.get_log("browser").await.unwrap();
        let told: Vec<String> = log.iter().map(|entry| format!("{entry:?}")).collect();
        self.driver.quit().await.unwrap();
        assert!(told.is_empty(), "the console says: {told:#?}");
    }

    pub(crate) async fn close_without_looking_at_the_console(self) {
        self.driver.quit().await.unwrap();
    }

    pub(crate) async fn refresh(&self) {
        self.driver.refresh().await.unwrap();
    }

    pub(crate) async fn address(&self) -> String {
        self.driver.current_url().await.unwrap().to_string()
    }

    /// Runs a script; what it returns.
    pub(crate) async fn script(&self, script: &str) -> serde_json::Value {
        self.driver.execute(script, Vec::new()).await.unwrap().json().clone()
    }

    /// Runs a script that says when it is done; what it says then.
    pub(crate) async fn wait_for_answer(&self, script: &str) -> serde_json::Value {
        self.driver.execute_async(script, Vec::new()).await.unwrap().json().clone()
    }

    /// Waits until an expression is true in the page.
    pub(crate) async fn wait_until(&self, expression: &str) {
        let begun = Instant::now();
        while self.script(&format!("return Boolean({expression})")).await != true {
            if begun.elapsed() > PATIENCE {
                self.screenshot("failed").await;
                panic!("never came true: {expression}\n{}", self.text("body").await);
            }
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }

    /// Waits until a person may move.
    pub(crate) async fn wait_for_turn(&self) {
        self.wait_until(
            "document.querySelector('.board-grid') !== null && !document.querySelector('.board-grid').classList.contains('board-closed') \
             && document.querySelector('.player.is-thinking') === null",
        )
        .await;
    }

    pub(crate) async fn number(&self, expression: &str) -> f64 {
        self.script(&format!("return {expression}")).await.as_f64().unwrap()
    }

    pub(crate) async fn count(&self, selector: &str) -> usize {
        self.driver.find_all(By::Css(selector)).await.unwrap().len()
    }

    /// What is written in the first of these; nothing when there is none.
    pub(crate) async fn text(&self, selector: &str) -> String {
        match self.driver.find(By::Css(selector)).await {
            Ok(element) => element.text().await.unwrap_or_default(),
            Err(_) => String::new(),
        }
    }

    async fn element(&self, selector: &str) -> WebElement {
        self.wait_until(&format!("document.querySelector({}) !== null", serde_json::json!(selector))).await;
        self.driver.find(By::Css(selector)).await.unwrap()
    }

    /// Clicks with the mouse, where it is seen.
    pub(crate) async fn click(&self, selector: &str) {
        let element = self.element(selector).await;
        element.scroll_into_view().await.unwrap();
        self.driver.action_chain().move_to_element_center(&element).click().perform().await.unwrap();
    }

    /// Gives a file to a field for files.
    pub(crate) async fn give_file(&self, selector: &str, file: &Path) {
        self.element(selector).await.send_keys(file.display().to_string()).await.unwrap();
    }

    pub(crate) async fn hover(&self, selector: &str) {
        let element = self.element(selector).await;
        self.driver.action_chain().move_to_element_center(&element).perform().await.unwrap();
    }

    /// Presses a key, whatever has the focus.
    pub(crate) async fn press(&self, key: Key) {
        self.driver.action_chain().send_keys(key).perform().await.unwrap();
    }

    /// Presses the key of a letter.
    pub(crate) async fn press_letter(&self, letter: &str) {
        self.driver.action_chain().send_keys(letter).perform().await.unwrap();
    }

    /// Plays a point by mouse.
    pub(crate) async fn play(&self, point: &str) {
        self.wait_for_turn().await;
        self.click(&format!("[data-point={point}]")).await;
    }

    /// One step of the step player.
    pub(crate) async fn step(&self, is_forward: bool) {
        self.click(if is_forward { ".player-next" } else { ".player-back" }).await;
    }

    /// Every point as `X`, `O` or `.`, row by row from the top, read from the position's text on the page.
    pub(crate) async fn stones(&self) -> String {
        let text = self.script("return document.querySelector('.position code').textContent").await;
        let rows = text.as_str().unwrap().split(' ').nth(1).unwrap();
        rows.split('/').map(stones_of_row).collect()
    }

    /// Plays X on 3x3x3 as well as can be until the game is over.
    pub(crate) async fn play_out_perfectly(&self) {
        loop {
            self.wait_until(
                "document.querySelector('#status.is-over') !== null || (document.querySelector('.player.is-thinking') === null \
                 && !document.querySelector('.board-grid').classList.contains('board-closed'))",
            )
            .await;
            if self.count("#status.is-over").await > 0 {
                return;
            }
            let stones = self.stones().await;
            self.click(&format!("[data-point={}]", best_point(&stones))).await;
            self.wait_until(&format!(
                "document.querySelectorAll('.board-picture [data-stone]').length > {}",
                stones.len() - stones.matches('.').count()
            ))
            .await;
        }
    }

    /// Draws a picture of the documentation.
    pub(crate) async fn picture(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        self.driver.screenshot(&folder.join(format!("{name}.png"))).await.unwrap();
    }

    /// Keeps a picture of the window.
    pub(crate) async fn screenshot(&self, name: &str) {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("../screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        self.driver.screenshot(&folder.join(format!("{name}.png"))).await.unwrap();
    }
}

/// `2X10O` is two empty points, an X, ten empty points and an O.
fn stones_of_row(row: &str) -> String {
    let mut stones = String::new();
    let mut empty = 0;
    for symbol in row.chars() {
        match symbol.to_digit(10) {
            Some(digit) => empty = empty * 10 + digit as usize,
            None => {
                stones.push_str(&".".repeat(std::mem::take(&mut empty)));
                stones.push(symbol);
            }
        }
    }
    stones.push_str(&".".repeat(empty));
    stones
}

/// The best move for X on 3x3x3, by plain minimax: the tests do not trust what they test.
fn best_point(stones: &str) -> String {
    fn won(board: &[u8], side: u8) -> bool {
        const LINES: [[usize; 3]; 8] =
            [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
        LINES.iter().any(|line| line.iter().all(|&i| board[i] == side))
    }
    fn value(board: &mut [u8], side: u8) -> i32 {
        let other = if side == b'X' { b'O' } else { b'X' };
        if won(board, other) {
            return -1;
        }
        let empty: Vec<usize> = (0..9).filter(|&i| board[i] == b'.').collect();
        let mut best = if empty.is_empty() { 0 } else { -1 };
        for i in empty {
            board[i] = side;
            best = best.max(-value(board, other));
            board[i] = b'.';
        }
        best
    }
    let mut board = stones.as_bytes().to_vec();
    let empty: Vec<usize> = (0..9).filter(|&i| board[i] == b'.').collect();
    let best = empty.into_iter().max_by_key(|&i| {
        board[i] = b'X';
        let value = -value(&mut board, b'O');
        board[i] = b'.';
        value
    });
    let i = best.unwrap();
    format!("{}{}", ['a', 'b', 'c'][i % 3], 3 - i / 3)
}
