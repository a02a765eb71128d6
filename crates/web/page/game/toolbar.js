// @ts-check
// The buttons under the board: stepping through the game, taking back, a hint, and what machines need.
//
// The buttons are made once (for each language) and then only changed: while two machines play fast, a button that was
// made anew with every move could not be clicked.

import { button, fillWith, make } from "../dom.js";
import { icon } from "../icons.js";
import { isDrop, isHeldUp, isMachinesOnly } from "../state.js";
import { t } from "../text.js";
import { sideName } from "../sides.js";

/** Pauses between the moves of two machines, from slow to at once. */
const DELAYS = [3000, 1500, 800, 400, 150, 0];

/** Tools that only an analysis has. */
const ANALYSING = ["bring", "rotate", "mirror"];

/** @typedef {import("../state.js").Game} Game */

/**
 * @param {object} act
 * @param {() => Game|null} act.game
 * @param {import("./actions.js").Actions} act.actions
 * @param {() => void} act.hint
 * @param {() => void} act.resign
 * @param {() => void} act.edit
 * @param {() => void} act.share
 * @param {() => void} act.bring
 * @param {(kind: import("./transform.js").Kind) => void} act.turn
 */
export function createToolbar({ game, actions, hint, resign, edit, share, bring, turn }) {
  const element = make("div", { class: "toolbar" });
  /** @type {((now: Game) => void)[]} what each part changes when the game does */
  let updates = [];

  /**
   * @param {string} name
   * @param {Parameters<typeof icon>[0]} drawn
   * @param {() => unknown} act
   * @param {(now: Game) => boolean} isOff
   * @param {boolean} [named] whether its word is seen
   */
  function tool(name, drawn, act, isOff, named = false) {
    const control = button(t(ANALYSING.includes(name) ? `analysis.${name}` : `page.${name}`), () => { void act(); }, { icon: icon(drawn), named, "data-act": name });
    updates.push((now) => { control.disabled = isOff(now); });
    return control;
  }

  /** @param {(now: Game) => number} ply */
  const goTo = (ply) => () => {
    const now = game();
    return now && actions.goTo(ply(now));
  };

  function stepping() {
    const isFirst = (/** @type {Game} */ now) => now.ply === 0;
    const isLast = (/** @type {Game} */ now) => now.ply >= now.moves.length;
    const place = make("span", { class: "ply" });
    updates.push((now) => {
      place.textContent = `${now.ply}/${now.moves.length}`;
      place.setAttribute("aria-label", t("page.ply-of", { ply: now.ply, of: now.moves.length }));
    });
    return make("div", { class: "bar bar-joined", role: "group", "aria-label": t("page.stepping") }, [
      tool("first", "first", goTo(() => 0), isFirst),
      tool("back", "back", goTo((now) => now.ply - 1), isFirst),
      place,
      tool("forward", "forward", goTo((now) => now.ply + 1), isLast),
      tool("last", "last", goTo((now) => now.moves.length), isLast),
    ]);
  }

  function playing() {
    return make("div", { class: "bar", role: "group", "aria-label": t("page.game") }, [
      tool("undo", "undo", () => actions.undo(), (now) => now.ply === 0, true),
      tool("redo", "redo", () => actions.redo(), (now) => now.ply >= now.moves.length, true),
      tool("hint", "hint", hint, (now) => now.result !== null, true),
      tool("swap", "swap", () => actions.swap(), () => false, true),
      tool("edit", "edit", edit, () => false, true),
      tool("share", "share", share, () => false, true),
      tool("bring", "bring", bring, () => false, true),
      tool("rotate", "rotate", () => turn("rotate"), isDrop, true),
      tool("mirror", "mirror", () => turn("mirror"), () => false, true),
      tool("resign", "flag", resign, (now) => now.result !== null || isMachinesOnly(now), true),
    ]);
  }

  function machines() {
    const run = make("button", { type: "button", class: "button button-main", "data-act": "auto", onclick: () => { void toggle(); } });
    const step = button("", () => { void actions.step(); }, { "data-act": "step" });
    const speed = make("input", {
      type: "range", min: "0", max: String(DELAYS.length - 1), step: "1", id: "speed", "data-act": "speed",
      onchange: () => { void actions.auto(game()?.auto ?? false, DELAYS[Number(speed.value)]); },
    });
    const label = make("label", { for: "speed", class: "field-label" }, t("page.pace"));
    const bar = make("div", { class: "bar bar-machines", role: "group", "aria-label": t("page.machines") }, [run, step, label, speed]);
    let wasRunning = /** @type {boolean|null} */ (null);
    updates.push((now) => {
      const both = isMachinesOnly(now);
      bar.hidden = !both && !isHeldUp(now);
      for (const part of [run, label, speed]) part.hidden = !both;
      run.disabled = now.result !== null && now.ply >= now.moves.length;
      step.disabled = !isHeldUp(now);
      step.textContent = t("page.step", { side: sideName(now.to_move) });
      if (document.activeElement !== speed) speed.value = String(nearest(now.delay_ms));
      const isRunning = now.auto && !now.result;
      if (wasRunning !== isRunning) fillWith(run, [icon(isRunning ? "pause" : "play"), make("span", {}, t(isRunning ? "page.pause" : "page.run"))]);
      wasRunning = isRunning;
    });
    return bar;
  }

  /** Goes on with the game where it stopped, or pauses it. (Going on from an earlier move is "moves now".) */
  async function toggle() {
    const now = game();
    if (!now) return;
    const isRunning = now.auto && !now.result;
    if (!isRunning && now.ply < now.moves.length) await actions.goTo(now.moves.length);
    await actions.auto(!isRunning, now.delay_ms);
  }

  /** @param {Game} now */
  function show(now) {
    for (const update of updates) update(now);
  }

  return {
    element,
    show,
    /** Makes everything anew, in the language of now. */
    render() {
      updates = [];
      fillWith(element, [stepping(), playing(), machines()]);
      const now = game();
      if (now) show(now);
    },
  };
}

/**
 * The place of the pause that is nearest to this one.
 * @param {number} delay
 */
function nearest(delay) {
  return DELAYS.reduce((best, wait, i) => (Math.abs(wait - delay) < Math.abs(DELAYS[best] - delay) ? i : best), 0);
}
