// @ts-check
// Several agents asked about one position, one after the other, and what they say side by side.

import { button, fillWith, make } from "../dom.js";
import { compact, isKnown, time, valueText } from "../format.js";
import { openAgentDialog } from "../game/agent-dialog.js";
import { t } from "../text.js";
import { lineButtons } from "./table.js";

/** @typedef {import("../../page-types/protocol.d.ts").OpinionMessage} Opinion */
/** @typedef {{spec: string, limits: string, isAsked: boolean, answer: Opinion|string|null}} Agent what it said, or why it said nothing */

const LINE_MOVES = 4;

/**
 * @param {object} means
 * @param {import("../connection.js").Connection} means.connection
 * @param {() => import("../state.js").Game|null} means.game
 * @param {() => import("../connection.js").Welcome|null} means.welcome
 * @param {(move: string|null) => void} means.hover
 * @param {(line: string[]|null) => void} means.hoverLine
 * @param {(line: string[]) => void} means.preview
 * @param {() => void} means.onDone the analysis, which had to make way, can go on
 */
export function createCompare({ connection, game, welcome, hover, hoverLine, preview, onDone }) {
  const element = make("details", { class: "card compare" });
  /** @type {Agent[]} */
  let agents = [];
  let board = "";
  let position = "";
  /** @type {Agent|null} who searches now */
  let searching = null;
  let rounds = 0;

  /** Asks whoever is ticked, until the position changes. */
  async function ask() {
    rounds += 1;
    const mine = rounds;
    const asked = agents.filter(({ isAsked }) => isAsked);
    for (const agent of agents) agent.answer = null;
    for (const agent of asked) {
      searching = agent;
      render();
      try {
        const answer = await connection.ask({ type: "opinion", spec: agent.spec, ...(agent.limits ? { limits: agent.limits } : {}) });
        if (mine === rounds) agent.answer = answer;
      } catch (error) {
        if (mine === rounds) agent.answer = error instanceof Error ? error.message : String(error);
      }
      if (mine !== rounds) return;
    }
    searching = null;
    render();
    onDone();
  }

  function add() {
    const offered = welcome();
    const now = game();
    if (!offered || !now) return;
    openAgentDialog({
      welcome: offered, title: t("analysis.compare-add"), isWanted: ({ shows }) => shows.values !== null, now: { spec: now.suited.agent, limits: "" }, suited: now.suited,
      choose: ({ spec, limits }) => {
        agents.push({ spec, limits, isAsked: true, answer: null });
        render();
      },
    });
  }

  /** @param {Agent} agent */
  function row(agent) {
    const { answer } = agent;
    const box = make("input", { type: "checkbox", checked: agent.isAsked, onchange: () => { agent.isAsked = box.checked; } });
    const head = (/** @type {string} */ work) => make("th", { scope: "row" }, make("label", { class: "compare-agent" }, [
      box, make("span", {}, [make("code", {}, agent.spec), work && make("span", { class: "compare-work" }, work)]),
    ]));
    if (!answer || typeof answer === "string") {
      const told = answer ?? (agent === searching ? t("analysis.compare-wait") : searching && agent.isAsked ? t("analysis.compare-next") : "");
      return make("tr", {}, [head(""), make("td", { class: "quiet", colSpan: 3 }, told)]);
    }
    const work = [answer.playouts || answer.nodes ? compact(answer.playouts || answer.nodes) : "", time(answer.time_ms)].filter(Boolean).join(" · ");
    return make("tr", { onpointerenter: () => hover(answer.best), onpointerleave: () => hover(null) }, [
      head(work),
      make("td", { class: "compare-move" }, isKnown(answer) ? answer.best ?? "" : ""), make("td", {}, isKnown(answer) ? valueText(answer) : t("analysis.compare-none")),
      make("td", { class: "rated-line" }, lineButtons(answer.line.slice(0, LINE_MOVES), { hover: hoverLine, preview })),
    ]);
  }

  function render() {
    const isOpen = element.open;
    const isAnswered = agents.some(({ answer }) => answer !== null);
    fillWith(element, [
      make("summary", {}, t("analysis.compare")),
      make("p", { class: "field-help" }, t("analysis.compare-help")),
      make("div", { class: "compare-rows" }, make("table", { class: "rated-table" }, [
        make("thead", {}, make("tr", {}, ["compare-agent", "move", "value", "compare-line"].map((key) =>
          make("th", { scope: "col" }, t(key.startsWith("compare") ? `analysis.${key}` : `page.column-${key}`))))),
        make("tbody", {}, agents.map(row)),
      ])),
      make("p", { class: "compare-verdict", role: "status" }, isAnswered && !searching ? verdict(agents) : ""),
      make("div", { class: "bar" }, [
        button(t("analysis.compare-ask"), () => { void ask(); }, { class: "button-main", disabled: searching !== null || game()?.result != null, "data-act": "compare" }),
        button(t("analysis.compare-add"), add, { "data-act": "compare-add" }),
      ]),
    ]);
    element.open = isOpen;
  }

  return {
    element,
    render,
    /** What was said of another position is old. @param {import("../state.js").Game} now */
    follow(now) {
      if (position === now.position) return;
      position = now.position;
      rounds += 1;
      searching = null;
      if (board !== now.rules) agents = now.suited.compared.map((spec) => ({ spec, limits: "", isAsked: true, answer: null }));
      board = now.rules;
      for (const agent of agents) agent.answer = null;
      render();
    },
  };
}

/**
 * How far they agree.
 * @param {Pick<Agent, "answer">[]} agents
 */
export function verdict(agents) {
  const moves = agents.flatMap(({ answer }) => (answer && typeof answer !== "string" && answer.best && isKnown(answer) ? [answer.best] : []));
  if (moves.length < 2) return "";
  const counts = [...new Set(moves)].map((move) => ({ move, count: moves.filter((other) => other === move).length }));
  const most = counts.reduce((best, next) => (next.count > best.count ? next : best));
  if (most.count === 1) return t("analysis.compare-apart");
  return most.count === moves.length ? t("analysis.compare-same", most) : t("analysis.compare-most", { ...most, of: moves.length });
}
