// @ts-check
// What can be done next: a new game at any time; once it is over, to look at it again or to play it again; and while a
// machine thinks, to have its move at once.

import { button, fillWith, make } from "../dom.js";
import { icon } from "../icons.js";
import { linkedGame } from "../link.js";
import { sideName } from "../sides.js";
import { choicesOf, isMachinesOnly } from "../state.js";
import { t } from "../text.js";

/**
 * @param {object} act
 * @param {import("./actions.js").Actions} act.actions
 * @param {() => void} act.newGame
 * @param {() => void} act.review
 */
export function createAfter({ actions, newGame, review }) {
  const element = make("div", { class: "after" });
  /** @type {import("../state.js").Game|null} */
  let shown = null;
  /** @type {((now: import("../state.js").Game) => void)[]} */
  let updates = [];

  /** @param {boolean} isSwapped */
  async function again(isSwapped) {
    if (!shown) return;
    const { moves: _, ply: __, ended: ___, x, o, ...begun } = linkedGame(shown);
    const opening = shown.opening ? { opening: shown.opening.rule } : {};
    await actions.tryBegin({ ...begun, ...opening, moves: [], x: isSwapped ? o : x, o: isSwapped ? x : o });
  }

  function render() {
    updates = [];
    /**
     * @param {string} name
     * @param {Parameters<typeof icon>[0]} drawn
     * @param {() => unknown} act
     * @param {(now: import("../state.js").Game) => boolean} isOffered
     * @param {string} [looks]
     */
    const offer = (name, drawn, act, isOffered, looks = "") => {
      const control = button("", () => { void act(); }, { id: name, class: looks });
      fillWith(control, [icon(drawn), make("span", {}, t(`page.${name}`))]);
      updates.push((now) => { control.hidden = !isOffered(now); });
      return control;
    };
    const isOver = (/** @type {import("../state.js").Game} */ now) => now.result !== null;
    const choices = make("div", { class: "after-choices", role: "group", "aria-label": t("page.choices") });
    updates.push((now) => {
      const offered = choicesOf(now);
      choices.hidden = offered.length === 0;
      fillWith(choices, offered.map((colour) => button(
        colour === "add" ? t("page.choose-add") : t("page.choose-side", { side: sideName(colour) }),
        () => { void actions.choose(colour); }, { class: "button-main", "data-choose": colour })));
    });
    fillWith(element, [
      choices,
      offer("rematch", "again", () => again(false), isOver, "button-main"),
      offer("rematch-swapped", "swap", () => again(true), (now) => isOver(now) && !isMachinesOnly(now)),
      offer("review-game", "analyse", review, isOver),
      offer("move-now", "forward", () => actions.stop(), (now) => now.thinking !== null),
      offer("new-game", "add", newGame, () => true),
    ]);
    if (shown) show(shown);
  }

  /** @param {import("../state.js").Game} now */
  function show(now) {
    shown = now;
    for (const update of updates) update(now);
  }

  return { element, render, show };
}
