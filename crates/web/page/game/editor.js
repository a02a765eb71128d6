// @ts-check
// The position editor: stones are set and taken by clicks; whose turn it is follows from their number, since X begins
// and turns alternate; the program checks whether a game can lead there.

import { landing, parsePoint, place } from "../board/geometry.js";
import { button, fillWith, make } from "../dom.js";
import { t } from "../text.js";
import { positionText, stonesOf, turnByCount } from "./diagram.js";
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
  let checks = 0;
  const problem = make("p", { class: "editor-check", role: "status" });
  const turn = make("p", { class: "editor-turn" });
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
      button(t("page.editor-reset"), () => { stones = game.stones; changed(); }),
    ]),
    turn, problem,
    make("label", { class: "field-label", for: "editor-text" }, t("page.position-text")), text,
    make("div", { class: "bar" }, [go, button(t("page.cancel"), onLeave)]),
  ]);

  const position = () => positionText(game.rules, stones, game.width, turnByCount(stones) ?? "x");

  function render() {
    tools.forEach((control) => control.setAttribute("aria-pressed", String(control.getAttribute("data-tool") === tool)));
    const side = turnByCount(stones);
    fillWith(turn, side ? t("page.editor-turn", { side: sideName(side) }) : t("page.editor-count", { x: sideName("x"), o: sideName("o") }));
    text.value = position();
  }

  async function check() {
    checks += 1;
    const mine = checks;
    go.disabled = true;
    try {
      await ask({ type: "check", position: position() });
      if (mine !== checks) return;
      fillWith(problem, t("page.editor-good"));
      problem.classList.remove("is-problem");
      go.disabled = false;
    } catch (error) {
      if (mine !== checks) return;
      fillWith(problem, error instanceof Error ? error.message : String(error));
      problem.classList.add("is-problem");
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
      changed();
    } catch (error) {
      fillWith(problem, error instanceof Error ? error.message : String(error));
      problem.classList.add("is-problem");
    }
  }

  async function begin() {
    try {
      await start(position());
      onLeave();
    } catch (error) {
      fillWith(problem, error instanceof Error ? error.message : String(error));
      problem.classList.add("is-problem");
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
      changed();
    },
  };
}
