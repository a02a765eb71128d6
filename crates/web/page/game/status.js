// @ts-check
// Who plays, whose turn it is, how it ended: one line over the board.

import { fillWith, make } from "../dom.js";
import { isMachinesOnly, mover } from "../state.js";
import { t } from "../text.js";
import { endingText } from "./ending.js";
import { sideIcon } from "./new-game.js";
import { playerName } from "./player-fields.js";
import { sideName } from "../sides.js";

/**
 * What is to be said of a game now.
 * @param {import("../state.js").Game} game
 */
export function statusText(game) {
  const side = sideName(game.to_move);
  if (game.result) return endingText(game);
  if (game.thinking && !game.opening?.stage) return t("page.side-thinks", { side: sideName(game.thinking) });
  if (game.opening?.stage) return openingText(game, game.opening);
  if (game.players[game.to_move].kind === "person") {
    const alone = game.players.x.kind !== game.players.o.kind;
    return t(alone ? "page.your-turn" : "page.side-turn", { side });
  }
  if (isMachinesOnly(game) && !game.auto) return t("page.machines-paused");
  return t("page.side-machine", { side });
}

/**
 * What is to be done in an opening, and by whom.
 * @param {import("../state.js").Game} game
 * @param {NonNullable<import("../state.js").Game["opening"]>} opening
 */
function openingText(game, { stage, side }) {
  const player = t(side === "x" ? "page.opening-first" : "page.opening-second");
  if (game.thinking) return t("page.opening-machine", { player });
  return t(`page.opening-${stage}`, { player, x: sideName("x"), o: sideName("o") });
}

/**
 * @param {{onPlayers: () => void}} act
 */
export function createStatus({ onPlayers }) {
  const chip = (/** @type {"x"|"o"} */ side) => make("button", { type: "button", class: "player", "data-side": side, onclick: onPlayers });
  const chips = { x: chip("x"), o: chip("o") };
  const clocks = { x: make("span", { class: "player-clock" }), o: make("span", { class: "player-clock" }) };
  const text = make("p", { class: "status-text", id: "status" });
  const element = make("div", { class: "status" }, [chips.x, text, chips.o]);

  /**
   * @param {import("../state.js").Game} game
   * @param {string} style
   */
  function show(game, style) {
    for (const side of /** @type {const} */ (["x", "o"])) {
      const control = chips[side];
      const name = playerName(game.players[side]);
      const active = !game.result && mover(game) === side;
      const state = game.result === side ? " is-winner" : active ? " is-active" : "";
      control.className = `player${state}${game.thinking === side ? " is-thinking" : ""}`;
      control.title = t("page.players-help");
      control.setAttribute("aria-label", t("page.player-name", { side: sideName(side), name }));
      fillWith(control, [sideIcon(side, style), make("span", { class: "player-name" }, name), clocks[side]]);
    }
    text.className = `status-text${game.result ? " is-over" : ""}`;
    text.textContent = statusText(game);
  }

  /**
   * @param {"x"|"o"|null} side whose clock runs
   * @param {string} left
   */
  function showClock(side, left) {
    for (const each of /** @type {const} */ (["x", "o"])) clocks[each].textContent = each === side ? left : "";
  }

  return { element, show, showClock };
}
