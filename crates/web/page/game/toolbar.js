// @ts-check
// The buttons under the board: stepping through the game, taking back, a hint, and what machines need.

import { button, fillWith, make } from "../dom.js";
import { icon } from "../icons.js";
import { isHeldUp, isMachinesOnly } from "../state.js";
import { t } from "../text.js";

/** Pauses between the moves of two machines, from slow to at once. */
export const DELAYS = [3000, 1500, 800, 400, 150, 0];

/**
 * @param {object} act
 * @param {import("./actions.js").Actions} act.actions
 * @param {() => void} act.hint
 * @param {() => void} act.resign
 * @param {() => void} act.edit
 * @param {() => void} act.share
 */
export function createToolbar({ actions, hint, resign, edit, share }) {
  const element = make("div", { class: "toolbar" });
  let delay = DELAYS[2];

  /** @param {import("../state.js").Game} game */
  function show(game) {
    const focused = document.activeElement?.getAttribute("data-act");
    const tool = (/** @type {string} */ name, /** @type {any} */ drawn, /** @type {() => void} */ act, /** @type {boolean} */ off) =>
      button(t(`page.${name}`), act, { icon: icon(drawn), "data-act": name, disabled: off });
    const end = game.moves.length;
    const machines = isMachinesOnly(game);
    const stepping = make("div", { class: "bar bar-joined", role: "group", "aria-label": t("page.stepping") }, [
      tool("first", "first", () => actions.goTo(0), game.ply === 0),
      tool("back", "back", () => actions.goTo(game.ply - 1), game.ply === 0),
      make("span", { class: "ply", "aria-label": t("page.ply-of", { ply: game.ply, of: end }) }, `${game.ply}/${end}`),
      tool("forward", "forward", () => actions.goTo(game.ply + 1), game.ply >= end),
      tool("last", "last", () => actions.goTo(end), game.ply >= end),
    ]);
    const playing = make("div", { class: "bar", role: "group", "aria-label": t("page.game") }, [
      tool("undo", "undo", () => actions.undo(), game.ply === 0),
      tool("redo", "redo", () => actions.redo(), game.ply >= end),
      tool("hint", "hint", hint, game.result !== null),
      tool("swap", "swap", () => actions.swap(), false),
      tool("edit", "edit", edit, false),
      tool("share", "share", share, false),
      tool("resign", "flag", resign, game.result !== null || machines),
    ]);
    fillWith(element, [stepping, playing, machines ? machineBar(game) : isHeldUp(game) && make("div", { class: "bar bar-machines" }, oneMove(game))]);
    const again = focused && element.querySelector(`[data-act="${focused}"]`);
    if (again instanceof HTMLButtonElement && !again.disabled) again.focus();
  }

  /**
   * A machine is to move, and waits to be told.
   * @param {import("../state.js").Game} game
   */
  function oneMove(game) {
    return button(t("page.step", { side: game.to_move.toUpperCase() }), () => { void actions.step(); }, { "data-act": "step", disabled: !isHeldUp(game) });
  }

  /** @param {import("../state.js").Game} game */
  function machineBar(game) {
    delay = game.delay_ms;
    const place = DELAYS.reduce((best, wait, i) => (Math.abs(wait - delay) < Math.abs(DELAYS[best] - delay) ? i : best), 0);
    const speed = make("input", {
      type: "range", min: "0", max: String(DELAYS.length - 1), step: "1", value: String(place), id: "speed", "data-act": "speed",
      onchange: () => { void actions.auto(game.auto, DELAYS[Number(speed.value)]); },
    });
    return make("div", { class: "bar bar-machines", role: "group", "aria-label": t("page.machines") }, [
      make("button", {
        type: "button", class: "button button-main", "data-act": "auto", disabled: game.result !== null && game.ply >= game.moves.length,
        onclick: () => { void actions.auto(!game.auto, delay); },
      }, [icon(game.auto ? "pause" : "play"), make("span", {}, t(game.auto ? "page.pause" : "page.run"))]),
      oneMove(game),
      make("label", { for: "speed", class: "field-label" }, t("page.pace")), speed,
    ]);
  }

  return { element, show };
}
