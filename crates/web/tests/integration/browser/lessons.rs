//! The course, typed trees, steps that a network guides, slides, the presentation and the tour.

use kinrow_web::ServeOptions;
use thirtyfour::Key;

use super::page;
use super::window::Browser;
use crate::support::{Server, options};

/// A click on a node of a figure, which is no HTML element.
async fn click_node(browser: &Browser, path: &str) {
    browser
        .script(&format!(
            "document.querySelector('.figure-node[data-path=\"{path}\"]').dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
        ))
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lesson_is_answered_wrong_and_right() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "view=lessons&lesson=alphabeta")).await;
    browser.wait_until("document.querySelector('.figure-node.is-choice') !== null").await;
    click_node(&browser, "1 1").await;
    browser.wait_until("document.querySelector('.lesson-verdict.is-wrong') !== null").await;
    assert!(browser.text(".lesson-verdict").await.contains("A1"), "the reason names what was clicked");
    assert_eq!(browser.count(".lesson-link.is-done").await, 0);
    click_node(&browser, "2 2").await;
    browser.wait_until("document.querySelector('.lesson-verdict.is-right') !== null").await;
    assert!(browser.text(".lesson-verdict").await.contains("α = 3"));
    assert_eq!(browser.count(".step-panel[data-kind=cut]").await, 1, "the search shows the cut");
    assert!(browser.count(".figure-cut").await > 0);
    browser.screenshot("lesson").await;
    // What was answered is remembered, and the address leads to the lesson.
    browser.refresh().await;
    browser
        .wait_until(
            "document.querySelector('.lesson-link.is-done[data-lesson=alphabeta][aria-current]') !== null",
        )
        .await;
    browser.close().await;
}

/// Every question has at least one right and one wrong answer, and none ends in an error.
#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_can_be_answered() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "view=lessons")).await;
    for lesson in 1..=12 {
        browser.click(&format!(".lesson-link:nth-child({lesson})")).await;
        let answers = ".lesson-answer, .figure-node.is-choice, .table-cell";
        browser.wait_until(&format!("document.querySelector('{answers}') !== null")).await;
        let mut wrong = 0;
        for answer in 0.. {
            let clicked = browser
                .script(&format!(
                    "const all = document.querySelectorAll('{answers}'); \
                     all[{answer}]?.dispatchEvent(new MouseEvent('click', {{ bubbles: true }})); return all.length > {answer}"
                ))
                .await;
            assert_eq!(clicked, true, "lesson {lesson} has no right answer");
            if browser.count(".lesson-verdict.is-right").await == 1 {
                break;
            }
            wrong += browser.count(".lesson-verdict.is-wrong").await;
        }
        let said = browser.text(".lesson-verdict").await;
        assert!(said.len() > 10 && !said.contains('{') && !said.contains("lesson."), "{lesson}: {said}");
        if wrong == 0 {
            // The first answer was right: the last one is not.
            browser.click(&format!(".lesson-link:nth-child({})", lesson % 12 + 1)).await;
            browser.click(&format!(".lesson-link:nth-child({lesson})")).await;
            browser.wait_until(&format!("document.querySelector('{answers}') !== null")).await;
            browser
                .script(&format!(
                    "[...document.querySelectorAll('{answers}')].pop().dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"
                ))
                .await;
            assert_eq!(browser.count(".lesson-verdict.is-wrong").await, 1, "lesson {lesson}");
        }
    }
    assert_eq!(browser.count(".lesson-link.is-done").await, 12);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_typed_tree_is_searched_and_shared_by_its_link() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "view=steps")).await;
    browser.wait_until("document.querySelector('.steps-tree') !== null").await;
    browser.script("document.querySelector('.steps-tree').value = '(3 12'").await;
    browser.click(".steps-tree-record").await;
    browser.wait_until("document.querySelector('.steps-status') !== null").await;
    assert!(browser.text(".steps-status").await.contains("'(3 12' is not a tree"));
    browser.script("document.querySelector('.steps-tree').value = '(3 12 8) (2 4 6) (14 5 2)'").await;
    browser.click(".steps-tree-record").await;
    browser.wait_until("document.querySelector('.has-figure[data-step=\"1\"]') !== null").await;
    browser.press(Key::End).await;
    browser.wait_until("document.querySelector('.step-panel[data-kind=leave]') !== null").await;
    assert!(browser.text(".step-sentence").await.contains("The root is worth 3, and MAX takes A"));
    assert_eq!(browser.text(".step-counters").await.split_whitespace().collect::<Vec<_>>()[1], "11");
    // The whole tree is drawn, also what was cut.
    assert_eq!(browser.count(".figure-node").await, 13);
    assert_eq!(browser.count(".figure-node.is-gone").await, 2);
    browser.wait_until("location.hash.includes('tree=') && location.hash.includes('step=37')").await;
    let address = browser.address().await;
    browser.close().await;
    let browser = Browser::open(&address).await;
    browser.wait_until("document.querySelector('.has-figure[data-kind=leave]') !== null").await;
    assert_eq!(browser.count(".figure-node.is-gone").await, 2);
    // Negamax: every value for the side to move.
    browser.click(".step-notation").await;
    browser
        .wait_until(
            "document.querySelector('.figure-node[data-path=\"1\"] .figure-value').textContent === '−3'",
        )
        .await;
    assert!(browser.text(".step-code").await.contains("−value("));
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_of_a_network_are_drawn() {
    let server = Server::start(&options());
    let hash = "rules=3x3x3&moves=b2.a3&x=person&o=person&view=steps&spec=zero:simulations%3D20,search%3Dpuct&step=2";
    let browser = Browser::open(&page(&server, hash)).await;
    browser.wait_until("document.querySelector('[data-step=\"2\"]') !== null").await;
    assert_eq!(browser.count(".phase-weigh.is-now").await, 1);
    assert_eq!(browser.count(".step-choices tbody tr").await, 7, "every move with its prior");
    assert!(browser.text(".step-sentence").await.contains("Q "));
    browser.step(true).await;
    browser.step(true).await;
    browser.wait_until("document.querySelector('.phase-judge.is-now') !== null").await;
    assert_eq!(browser.count(".step-code .is-lit").await, 1);
    browser.close().await;
}

/// A slide is a drawing of its own: it has the words of its step, and needs no style sheet.
#[tokio::test(flavor = "multi_thread")]
async fn a_step_becomes_a_slide() {
    let server = Server::start(&options());
    let hash = "rules=3x3x3&moves=b2.a1.c1&x=person&o=person&view=steps&spec=mcts:playouts%3D10&step=3";
    let browser = Browser::open(&page(&server, hash)).await;
    browser.wait_until("document.querySelector('[data-step=\"3\"]') !== null").await;
    let slide = browser
        .wait_for_answer(
            "const done = arguments[0]; import('/picture.js').then(({ pictureOf }) => { \
             const text = new XMLSerializer().serializeToString(pictureOf(document.querySelector('.step-panel'))); \
             const read = new DOMParser().parseFromString(text, 'image/svg+xml'); \
             done({ text: read.documentElement.textContent, root: read.documentElement.localName, broken: read.querySelector('parsererror') !== null, \
               nested: read.querySelectorAll('svg svg').length, classes: read.querySelectorAll('[class]').length }) })",
        )
        .await;
    assert_eq!(
        (&slide["root"], &slide["broken"], &slide["classes"]),
        (&"svg".into(), &false.into(), &0.into())
    );
    let words = |text: &str| text.split_whitespace().collect::<String>();
    let text = words(slide["text"].as_str().unwrap());
    assert!(text.contains(&words(&browser.text(".step-sentence").await)), "{text}");
    assert!(text.contains("repeat:"), "the algorithm is on it");
    assert!(slide["nested"].as_u64().unwrap() > 1, "and the boards");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_presentation_is_driven_by_keys() {
    let server = Server::start(&options());
    let browser = Browser::open_at(&page(&server, "view=lessons&lesson=alphabeta"), 1024, 768).await;
    browser.wait_until("document.querySelector('.figure-node.is-choice') !== null").await;
    browser.press_letter("p").await;
    browser.wait_until("document.body.hasAttribute('data-presenting')").await;
    assert_eq!(browser.text(".head").await, "", "the frame is gone");
    for step in 2..5 {
        browser.press(Key::PageDown).await;
        browser.wait_until(&format!("document.querySelector('[data-step=\"{step}\"]') !== null")).await;
    }
    browser.press(Key::PageUp).await;
    browser.wait_until("document.querySelector('[data-step=\"3\"]') !== null").await;
    let wide = browser.number("document.documentElement.scrollWidth - innerWidth").await;
    assert!(wide <= 0.0, "{wide} too wide for the projector");
    browser.screenshot("presentation").await;
    browser.press_letter("n").await;
    browser
        .wait_until("document.querySelector('.lesson-link[data-lesson=first-cut][aria-current]') !== null")
        .await;
    browser.press_letter("p").await;
    browser.wait_until("!document.body.hasAttribute('data-presenting')").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tour_has_five_steps_and_can_be_left() {
    let server = Server::start(&options());
    let browser = Browser::open(&page(&server, "view=home&tour=on")).await;
    browser.wait_until("document.querySelector('.tour[open]') !== null").await;
    for _ in 0..4 {
        browser.click(".tour-next").await;
    }
    assert_eq!(browser.count(".tour-skip").await, 0, "the last step has nothing to skip");
    assert_eq!(browser.count("#settings.tour-place").await, 1);
    browser.click(".tour-next").await;
    browser.wait_until("document.querySelector('.tour') === null").await;
    browser.click("#settings").await;
    browser.click("#tour-again").await;
    browser.wait_until("document.querySelector('.tour[open]') !== null").await;
    browser.click(".tour-skip").await;
    browser
        .wait_until(
            "document.querySelector('.tour') === null && document.querySelector('.tour-place') === null",
        )
        .await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_student_follows_the_lecturer_until_they_leave() {
    let options = ServeOptions { host: std::net::Ipv4Addr::UNSPECIFIED.into(), ..options() };
    let server = Server::start(&options);
    let lecturer = server.address.lecturer.clone().unwrap();
    let lecturer = Browser::open(&format!("{lecturer}#lang=en&view=lessons&lesson=minimax")).await;
    lecturer.wait_until("document.querySelector('.lesson-answer') !== null").await;
    let student = Browser::open(&format!("{}#lang=zh&view=lessons&lesson=uct", server.address.url)).await;
    student.wait_until("document.querySelector('.lesson-choices') !== null").await;
    lecturer.click(".follow-lead").await;
    student.click(".follow-join").await;
    student
        .wait_until("document.querySelector('.lesson-link[data-lesson=minimax][aria-current]') !== null")
        .await;
    lecturer
        .wait_until("document.querySelector('.following [role=status]').textContent.includes('1 page')")
        .await;
    // Step by step, and to another place.
    lecturer.click(".player-last").await;
    student
        .wait_until("document.querySelector('.lesson-stage .step-panel[data-step=\"38\"]') !== null")
        .await;
    assert!(student.text(".step-sentence").await.contains("根"), "in the student's own language");
    lecturer.click("#tab-steps").await;
    student.wait_until("document.querySelector('.steps-view') !== null && document.body.getAttribute('data-view') === 'steps'").await;
    student.screenshot("follower").await;
    // Whoever leaves is back where they were, and stays there.
    student.click(".follow-leave").await;
    student
        .wait_until("document.querySelector('.lesson-link[data-lesson=uct][aria-current]') !== null")
        .await;
    lecturer
        .wait_until("document.querySelector('.following [role=status]').textContent.includes('0 pages')")
        .await;
    lecturer.click("#place-home").await;
    lecturer.wait_until("document.body.getAttribute('data-view') === 'home'").await;
    assert_eq!(student.script("return document.body.getAttribute('data-view')").await, "lessons");
    lecturer.close().await;
    student.close().await;
}
