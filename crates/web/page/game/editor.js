// @ts-check
// The position editor: stones are set and taken by clicks, and somebody is chosen to move. By the rules X begins and turns alternate;
// where O is to have begun, the sides change colours, which makes the same position. The program checks whether a game can lead there.

import { landing, parsePoint, place } from "../board/geometry.js";
import { button, fillWith, make } from "../dom.js";
import { t } from "../text.js";
import { positionText, stonesOf } from "./diagram.js";
import { exchanged, setUp, turnByCount } from "./set-up.js";
import { sideIcon } from "./new-game.js";
import { sideName } from "../sides.js";

/**
 * @param {object} parts
 * @param {import("../state.js").Game} parts.game where it begins
 * @param {string} parts.style
 * @param {import("../connection.js").Connection["ask"]} parts.ask
 * @param {(position: string) => Promise<unknown>} parts.start
 * @param {() => void} parts.onChange the board is to be drawn anew
 * @param {() => void} parts.onLeave
 */
export function createEditor({ game, style, ask, start, onChange, onLeave }) {
  let stones = game.stones;
  /** @type {"x"|"o"|"."} */
  let tool = "x";
  /** @type {"x"|"o"} */
  let mover = game.to_move;
  let checks = 0;
  const problem = make("p", { class: "editor-check", role: "status" });
  const told = make("p", { class: "editor-turn" });
  const movers = /** @type {const} */ (["x", "o"]).map((side) =>
    make("button", {
      type: "button", class: "button tool", "data-mover": side, onclick: () => { mover = side; changed(); },
    }, [sideIcon(side, style), sideName(side)]));
  const go = button(t("page.editor-start"), () => { void begin(); }, { class: "button-main" });
  const tools = /** @type {const} */ (["x", "o", "."]).map((name) =>
    make("button", {
      type: "button", class: "button tool", "data-tool": name, onclick: () => { tool = name; render(); },
    }, name === "." ? t("page.erase") : [sideIcon(name, style), sideName(name)]));
  const text = make("input", { class: "field-input editor-text", id: "editor-text", spellcheck: false, autocomplete: "off" });
  text.addEventListener("change", () => { void read(text.value); });

  const element = make("section", { class: "card editor" }, [
    make("h2", {}, t("page.editor")),
    make("p", { class: "field-help" }, t("page.editor-help")),
    make("div", { class: "bar", role: "group", "aria-label": t("page.editor-tools") }, tools),
    make("div", { class: "bar" }, [
      button(t("page.clear"), () => { stones = ".".repeat(stones.length); changed(); }),
      button(t("page.editor-reset"), () => { stones = game.stones; mover = game.to_move; changed(); }),
      button(t("analysis.editor-exchange"), () => { stones = exchanged(stones); changed(); }),
    ]),
    make("p", { class: "field-label", id: "editor-mover" }, t("analysis.editor-mover")),
    make("div", { class: "bar", role: "group", "aria-labelledby": "editor-mover" }, movers),
    told, problem,
    make("label", { class: "field-label", for: "editor-text" }, t("page.position-text")), text,
    make("div", { class: "bar" }, [go, button(t("page.cancel"), onLeave)]),
  ]);

  const isEven = !game.variants.includes("renju");
  /** The position that is begun with; where there is none, the stones as they lie. */
  const position = () => {
    const made = setUp(stones, mover, isEven);
    return "missing" in made ? positionText(game.rules, stones, game.width, mover) : positionText(game.rules, made.stones, game.width, made.side);
  };

  function render() {
    tools.forEach((control) => control.setAttribute("aria-pressed", String(control.getAttribute("data-tool") === tool)));
    movers.forEach((control) => control.setAttribute("aria-pressed", String(control.getAttribute("data-mover") === mover)));
    const made = setUp(stones, mover, isEven);
    fillWith(told, "stones" in made && made.isExchanged ? t("analysis.editor-exchanged", { x: sideName("x"), o: sideName("o") }) : null);
    text.value = position();
  }

  /** @param {unknown} why */
  function complain(why) {
    fillWith(problem, why instanceof Error ? why.message : String(why));
    problem.classList.add("is-problem");
  }

  async function check() {
    checks += 1;
    const mine = checks;
    go.disabled = true;
    const made = setUp(stones, mover, isEven);
    if ("missing" in made) {
      complain(t("analysis.editor-missing", { side: sideName(mover), count: made.missing, of: sideName(made.of) }));
      return;
    }
    try {
      await ask({ type: "check", position: position() });
      if (mine !== checks) return;
      fillWith(problem, t("page.editor-good"));
      problem.classList.remove("is-problem");
      go.disabled = false;
    } catch (error) {
      if (mine !== checks) return;
      complain(error);
    }
  }

  function changed() {
    render();
    onChange();
    void check();
  }

  /** @param {string} given */
  async function read(given) {
    try {
      const { position: written } = await ask({ type: "check", position: given });
      const [rules, rows] = String(written).split(" ");
      if (rules !== game.rules) throw new Error(t("page.editor-rules", { rules: game.rules }));
      stones = stonesOf(rows);
      mover = String(written).endsWith(" x") ? "x" : "o";
      changed();
    } catch (error) {
      complain(error);
    }
  }

  async function begin() {
    try {
      await start(position());
      onLeave();
    } catch (error) {
      complain(error);
    }
  }

  render();
  void check();
  return {
    element,
    stones: () => stones,
    tool: () => tool,
    /** @param {string} point */
    click(point) {
      const { width, height } = game;
      const index = (height - 1 - parsePoint(point).row) * width + parsePoint(point).column;
      const falls = game.variants.includes("drop");
      let to = point;
      if (falls && tool !== "." && stones[index] === ".") to = landing(stones, parsePoint(point).column, width, height) ?? point;
      const already = tool !== "." && stones[index] === tool.toUpperCase();
      stones = place(stones, to, already ? "." : tool, width, height);
      // As long as the stones say whose turn it is, nobody has to.
      mover = turnByCount(stones) ?? mover;
      changed();
    },
  };
}
