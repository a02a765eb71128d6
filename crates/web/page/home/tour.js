// @ts-check
// A tour of five steps for who is here for the first time: what each place is for. It can be left at any step, and
// called up again from the settings.

import { button, fillWith, make } from "../dom.js";
import { remembered } from "../storage.js";
import { onLanguage, t } from "../text.js";

/** What each step speaks of, and where that is on the page. */
const STEPS = [["home", "place-home"], ["play", "place-play"], ["analyse", "place-analyse"], ["learn", "place-learn"], ["settings", "settings"]];

/** @type {HTMLDialogElement|null} */
let shown = null;

export function openTour() {
  if (shown) return;
  let at = 0;
  const title = make("h2", { id: "tour-title" });
  const count = make("p", { class: "quiet tour-count" });
  const text = make("p");
  const buttons = make("div", { class: "tour-buttons" });
  const dialog = make("dialog", { class: "tour", "aria-labelledby": "tour-title" }, [count, title, text, buttons]);
  shown = dialog;
  document.body.append(dialog);

  function render() {
    const [name, place] = STEPS[at];
    for (const marked of document.querySelectorAll(".tour-place")) marked.classList.remove("tour-place");
    document.getElementById(place)?.classList.add("tour-place");
    count.textContent = `${t("tour.label")} · ${t("tour.step", { step: at + 1, count: STEPS.length })}`;
    title.textContent = t(`tour.${name}-title`);
    text.textContent = t(`tour.${name}`);
    const isLast = at === STEPS.length - 1;
    const next = button(t(isLast ? "tour.done" : "tour.next"), () => (isLast ? dialog.close() : go(1)), { class: "button-main tour-next" });
    fillWith(buttons, [
      !isLast && button(t("tour.skip"), () => dialog.close(), { class: "tour-skip" }),
      at > 0 && button(t("tour.back"), () => go(-1), { class: "tour-back" }), next,
    ]);
    next.focus();
  }

  /** @param {number} way */
  function go(way) {
    at += way;
    render();
  }

  const stop = onLanguage(render);
  dialog.addEventListener("close", () => {
    stop();
    for (const marked of document.querySelectorAll(".tour-place")) marked.classList.remove("tour-place");
    dialog.remove();
    shown = null;
    remembered.set("tour", "seen");
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight" && at < STEPS.length - 1) go(1);
    if (event.key === "ArrowLeft" && at > 0) go(-1);
  });
  dialog.showModal();
  render();
}

/**
 * Shows it to whoever comes for the first time, or asks for it in the address. Whoever drives a browser by a program asks.
 * @param {string|null|undefined} asked
 */
export function welcomeTour(asked) {
  if (asked || (remembered.get("tour") === null && !navigator.webdriver)) openTour();
}
