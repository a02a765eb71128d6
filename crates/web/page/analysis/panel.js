// @ts-check
// What it thinks, live: the value and whose it is, how sure, how deep, how much work, the line it expects, and a button
// that makes it answer now.

import { fillWith, make } from "../dom.js";
import { compact, number, time, valueColor, valueShort, valueText } from "../format.js";
import { icon } from "../icons.js";
import { t } from "../text.js";
import { rest, severalLines, withValue } from "./line.js";

/** @typedef {import("../../page-types/protocol.d.ts").ThinkingMessage} ThinkingMessage */
/** @typedef {import("../../page-types/protocol.d.ts").AnalysisMessage} AnalysisMessage */
/** @typedef {ThinkingMessage|(AnalysisMessage & {purpose: "analysis"})} Thought */

/** What its button can do, each with its icon. */
const ABILITIES = /** @type {const} */ ({ stop: "stop", pause: "pause", resume: "play" });

/**
 * @param {object} act
 * @param {() => import("../state.js").Game|null} act.game
 * @param {() => void} act.stop
 * @param {{pause: () => void, resume: () => void, isResumable: () => boolean}} act.analysis
 * @param {(moves: string[]|null) => void} act.hover shows moves on the board while pointed at
 * @param {(moves: string[]) => void} act.preview keeps them there
 * @param {HTMLElement} act.foot what stands under the line
 */
export function createPanel({ game, stop, analysis, hover, preview, foot }) {
  const element = make("section", { class: "card thinking", "aria-label": t("page.thinks") });
  /** @type {Thought|null} */
  let thought = null;
  let running = false;
  let shownLine = "";
  let heardAt = 0;
  /** A search that says nothing for a while still takes time: the clock runs on between its news. */
  setInterval(() => { if (running && thought) render(); }, 250);
  const value = make("p", { class: "thinking-value" });
  const by = make("p", { class: "thinking-by" });
  const facts = make("dl", { class: "facts" });
  const line = make("div", { class: "line", role: "group" });
  const stopButton = make("button", { type: "button", class: "button button-stop", onclick: press });
  const title = make("h2");
  const head = make("div", { class: "card-head" }, [title, stopButton]);
  fillWith(element, [head, value, by, facts, line, foot]);

  /** What the button does now, if anything. */
  function ability() {
    const isAnalysis = thought?.purpose === "analysis";
    if (running) return isAnalysis ? "pause" : "stop";
    return isAnalysis && !game()?.result && analysis.isResumable() ? "resume" : null;
  }

  function press() {
    const name = ability();
    if (name === "resume") analysis.resume();
    else if (name === "pause") analysis.pause();
    else stop();
  }

  function render() {
    const now = game();
    fillWith(title, t("page.thinks"));
    const name = ability();
    if (name && stopButton.dataset.act !== name) fillWith(stopButton, [icon(ABILITIES[name]), make("span", {}, t(name === "stop" ? "page.stop" : `analysis.${name}`))]);
    stopButton.dataset.act = name ?? "";
    stopButton.hidden = name === null;
    element.classList.toggle("is-running", running);
    element.setAttribute("aria-busy", String(running));
    if (!thought || !now) {
      fillWith(value, make("span", { class: "quiet" }, t(running ? "page.thinking" : "page.thinks-nothing")));
      for (const part of [by, facts, line]) fillWith(part, []);
      shownLine = "";
      return;
    }
    const mark = make("span", { class: "value-mark" });
    const valued = withValue(thought, now);
    mark.style.backgroundColor = valueColor(valued);
    const isWaiting = thought.type === "thinking" && thought.waiting;
    const quietly = isWaiting ? "page.waiting" : running && valued.certainty === "unknown" ? "page.thinking" : "";
    fillWith(value, quietly ? make("span", { class: "quiet" }, t(quietly)) : [mark, valueText(valued, valued.side)]);
    const when = thought.ply === now.ply ? "" : ` · ${t("page.thought-at", { number: thought.ply + 1 })}`;
    fillWith(by, [make("code", {}, thought.by), ` · ${t(`page.purpose-${thought.purpose}`)}${when}`]);
    const fact = (/** @type {string} */ key, /** @type {string} */ told) =>
      make("div", {}, [make("dt", {}, t(key)), make("dd", {}, told)]);
    fillWith(facts, [
      thought.depth ? fact("page.depth", String(thought.depth)) : null,
      thought.playouts ? fact("page.playouts", number(thought.playouts)) : null,
      thought.nodes ? fact("page.nodes", number(thought.nodes)) : null,
      thought.type === "thinking" && thought.nodes_per_second ? fact("page.speed", t("page.per-second", { count: compact(thought.nodes_per_second) })) : null,
      fact("page.time", time(thought.time_ms + (running && !isWaiting ? performance.now() - heardAt : 0))),
    ]);
    // Those of an analysis stand in its table.
    const several = thought.purpose === "analysis" ? [] : severalLines(thought, now);
    if (thought.purpose === "analysis" && thought.lines.length > 0) {
      renderLines([]);
      return;
    }
    renderLines(several.length > 0
      ? several.map((candidate) => ({ name: valueShort(candidate), moves: candidate.line }))
      : [{ name: t("page.best-line"), moves: rest(thought, now) }]);
  }

  /** @param {{name: string, moves: string[]}[]} lines each with what stands before it */
  function renderLines(lines) {
    const next = JSON.stringify(lines);
    if (next === shownLine) return;
    shownLine = next;
    line.setAttribute("aria-label", t("page.best-line"));
    fillWith(line, lines.filter(({ moves }) => moves.length > 0).map(({ name, moves }) => make("div", { class: "line-row" }, [
      make("span", { class: "line-name" }, name),
      ...moves.map((move, i) => {
        const upTo = moves.slice(0, i + 1);
        return make("button", {
          type: "button", class: "line-move", title: t("page.best-line-help"),
          onpointerenter: () => hover(upTo), onfocus: () => hover(upTo),
          onpointerleave: () => hover(null), onblur: () => hover(null),
          onclick: () => preview(upTo),
        }, move);
      }),
    ])));
  }

  return {
    element,
    render() {
      shownLine = "\u0000";
      delete stopButton.dataset.act;
      element.setAttribute("aria-label", t("page.thinks"));
      render();
    },
    /**
     * News of a search, or its end.
     * @param {ThinkingMessage|AnalysisMessage} next
     */
    hear(next) {
      thought = next.type === "thinking" ? next : { ...next, purpose: "analysis" };
      running = next.type === "thinking";
      heardAt = performance.now();
      render();
    },
    /**
     * The hint says what it found in the end: the same stands here.
     * @param {import("../../page-types/protocol.d.ts").HintMessage} hint
     */
    conclude({ value, at_most, at_least, certainty, kind, plies, move }) {
      if (thought?.purpose !== "hint") return;
      thought = { ...thought, value, at_most, at_least, certainty, kind, plies };
      if (move && thought.line[0] !== move) thought = { ...thought, line: [move], lines: [] };
      render();
    },
    /** Whether an analysis, not a player's own search, was heard of last and has not ended. */
    isAnalysing: () => running && thought?.purpose === "analysis",
    /**
     * @param {boolean} now whether anything searches
     */
    setRunning(now) {
      running = now;
      render();
    },
    forget() {
      thought = null;
      running = false;
      render();
    },
  };
}
