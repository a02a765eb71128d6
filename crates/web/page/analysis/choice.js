// @ts-check
// The choice of values on the board, its legend, and the moves in a table: whose values they are, and whether they are
// proven.

import { fillWith, make } from "../dom.js";
import { boundOf, isKnown, number, scaleColor, valueText } from "../format.js";
import { UNIMPORTANT } from "../game/actions.js";
import { openAgentDialog } from "../game/agent-dialog.js";
import { remembered } from "../storage.js";
import { t } from "../text.js";
import { CHOICES, MOST_VISITED, analyst, claim, heatOf } from "./overlay.js";
import { resultSoFar } from "./result.js";
import { sideName } from "../sides.js";

const SECONDS = [1, 2, 5, 10, 30];
const TABLE_ROWS = 10;
/** Moves of a line that are told. */
const LINE_MOVES = 6;
/** How long an analysis may take as long as the program has not said so. */
const USUAL_BOUND_MS = 10_000;

/**
 * @param {object} means
 * @param {import("../connection.js").Connection} means.connection
 * @param {() => import("../state.js").Game|null} means.game
 * @param {() => import("../connection.js").Welcome|null} means.welcome
 * @param {() => void} means.onChange the board is to be drawn anew
 * @param {(move: string|null) => void} means.hover
 * @param {(line: string[]|null) => void} means.hoverLine shows a line while it is pointed at
 * @param {(line: string[]) => void} means.preview keeps it on the board
 */
export function createChoice({ connection, game, welcome, onChange, hover, hoverLine, preview }) {
  /** @type {import("./overlay.js").Choice} */
  let choice = CHOICES.find((name) => name === remembered.get("analysis")) ?? "search";
  /** Nobody is analysed who only wants to play. */
  let isActive = false;
  /** @type {string|null} */
  let learner = null;
  /** @type {string|null} */
  let agent = null;
  let agentLimits = "";
  let seconds = Number(remembered.get("analysis-seconds")) || 2;
  /** @type {import("../../page-types/protocol.d.ts").AnalysisMessage|null} */
  let analysis = null;
  let problem = "";
  let problemAt = "";
  let asked = "";
  const element = make("section", { class: "card overlay-choice" });
  const answerPlace = make("div", { class: "overlay-answer" });

  const spec = () => {
    const now = game();
    return now && isActive && choice !== "none" ? analyst(choice, now, { learner, agent }) : null;
  };

  const mostSeconds = () => (welcome()?.bounds.time_ms ?? USUAL_BOUND_MS) / 1000;

  /** Tells the program what to analyse, when that is not what it already does. */
  function request() {
    const wanted = spec();
    const limits = choice === "agent" && agentLimits ? agentLimits : `time=${Math.min(seconds, mostSeconds())}s`;
    const key = wanted ? `${wanted}@${limits}` : "";
    // What was refused in one position may be possible in the next.
    if (key === asked && (!problem || problemAt === where())) return;
    asked = key;
    analysis = null;
    problem = "";
    /** @type {import("../connection.js").Request} */
    const message = wanted ? { type: "analyse", on: true, spec: wanted, limits } : { type: "analyse", on: false };
    connection.ask(message).catch((error) => {
      if (asked !== key || UNIMPORTANT.includes(error.key)) return;
      complain(error.message);
    });
  }

  const where = () => `${game()?.number}/${game()?.ply}`;

  /** @param {string} message */
  function complain(message) {
    problem = message;
    problemAt = where();
    show();
  }

  function changed() {
    request();
    render();
    onChange();
  }

  /** What holds for the position shown; an answer for another one is old. */
  function current() {
    const now = game();
    return analysis && now && analysis.number === now.number && analysis.ply === now.ply ? analysis : null;
  }

  function render() {
    const select = make("select", { id: "overlay", class: "field-input", onchange: () => {
      choice = /** @type {import("./overlay.js").Choice} */ (select.value);
      remembered.set("analysis", choice);
      if (choice === "agent") chooseAgent();
      changed();
    } }, CHOICES.map((name) => make("option", { value: name, selected: name === choice }, t(`page.overlay-${name}`))));
    const timeSelect = make("select", { id: "overlay-time", class: "field-input", onchange: () => {
      seconds = Number(timeSelect.value);
      remembered.set("analysis-seconds", String(seconds));
      changed();
    } }, SECONDS.filter((s) => s <= mostSeconds()).map((s) => make("option", { value: String(s), selected: s === seconds }, t("page.seconds", { count: s }))));
    const learnerSelect = make("select", { id: "overlay-learner", class: "field-input", onchange: () => { learner = learnerSelect.value; changed(); } },
      (game()?.suited.learners ?? []).map(({ name }) => make("option", { value: name, selected: name === learner }, name)));
    const labelled = (/** @type {HTMLElement} */ control, /** @type {string} */ key) =>
      make("div", { class: `field${control === select ? " field-wide" : ""}` }, [make("label", { for: control.id, class: "field-label" }, t(key)), control]);
    const focused = document.activeElement?.id;
    fillWith(element, [
      make("h2", {}, t("page.overlay")),
      make("div", { class: "overlay-fields" }, [
        labelled(select, "page.overlay-show"),
        choice === "learner" && labelled(learnerSelect, "page.overlay-method"),
        choice !== "none" && choice !== "agent" && labelled(timeSelect, "page.overlay-time"),
        choice === "agent" && make("div", { class: "field" }, [
          make("span", { class: "field-label" }, t("page.overlay-by")),
          make("button", { type: "button", class: "button", id: "overlay-agent", onclick: chooseAgent }, make("code", {}, spec() ?? "")),
        ]),
      ]),
      answerPlace,
    ]);
    if (focused) /** @type {HTMLElement|null} */ (element.querySelector(`#${focused}`))?.focus();
    show();
  }

  /** What was answered, without touching the controls: one of them may be open. */
  function show() {
    fillWith(answerPlace, choice === "none" ? [] : [legend(), table()]);
  }

  function chooseAgent() {
    const offered = welcome();
    if (!offered) return;
    openAgentDialog({
      welcome: offered, title: t("page.overlay-agent"), suited: game()?.suited ?? null,
      // Who has no value for a move has nothing to lay over the board.
      isWanted: ({ shows }) => shows.values !== null,
      now: { spec: spec() ?? "", limits: agentLimits },
      choose: (chosen) => {
        [agent, agentLimits] = [chosen.spec, chosen.limits];
        changed();
      },
    });
  }

  function legend() {
    const now = game();
    const answer = current();
    if (problem) return make("p", { class: "legend legend-problem", role: "status" }, choice === "exact" ? `${t("page.overlay-unsolved")} ${problem}` : problem);
    if (now?.result) return make("p", { class: "legend quiet" }, t("page.overlay-over"));
    if (!answer) return make("p", { class: "legend quiet", role: "status" }, t("page.overlay-wait"));
    const claimed = claim(answer);
    if (claimed === "nothing") return make("p", { class: "legend legend-problem", role: "status" }, t(choice === "exact" ? "page.overlay-unsolved" : "page.overlay-nothing"));
    const isHandedOn = choice === "exact" && answer.by !== spec();
    const unsolved = choice === "exact" && !isHandedOn && claimed !== "exact";
    const isRest = choice === "exact" && claimed === "exact" && answer.moves.some((rated) => !isKnown(rated));
    const scale = make("div", { class: "scale", "aria-hidden": "true" }, [-1, -0.5, 0, 0.5, 1].map((good) => {
      const patch = make("span", { class: `scale-patch${claimed === "estimate" ? " scale-round" : ""}` });
      patch.style.backgroundColor = scaleColor(good);
      return patch;
    }));
    return make("div", { class: "legend", role: "status" }, [
      make("p", {}, [
        make("strong", { class: `claim claim-${claimed}` }, t(`page.claim-${claimed}`)),
        ` ${t("page.overlay-for", { side: sideName(answer.side) })} · `, make("code", {}, answer.by),
      ]),
      isHandedOn && make("p", { class: "legend-problem" }, t("page.overlay-handed-on")),
      unsolved && make("p", { class: "legend-problem" }, t("page.overlay-unsolved")),
      isRest && make("p", {}, t("page.overlay-rest")),
      make("div", { class: "scale-row" }, [make("span", {}, t("page.scale-bad")), scale, make("span", {}, t("page.scale-good"))]),
      make("p", { class: "field-help" }, [t(`page.legend-${legendOf(answer)}`), ...legendMore(answer)].join(" ")),
    ]);
  }

  /** @param {string[]} moves */
  function lineButtons(moves) {
    return moves.slice(0, LINE_MOVES).map((move, i) => {
      const upTo = moves.slice(0, i + 1);
      return make("button", {
        type: "button", class: "line-move", title: t("page.best-line-help"),
        onpointerenter: () => hoverLine(upTo), onpointerleave: () => hoverLine(null), onfocus: () => hoverLine(upTo), onblur: () => hoverLine(null),
        onclick: () => preview(upTo),
      }, move);
    });
  }

  function table() {
    const answer = current();
    if (!answer || claim(answer) === "nothing") return null;
    const isVisited = answer.moves.some((rated) => typeof rated.visits === "number");
    const followed = new Map(answer.lines.map((candidate) => [candidate.move, candidate]));
    const hasLines = followed.size > 0;
    const count = Math.max(TABLE_ROWS, followed.size);
    const rows = answer.moves.slice(0, count).map((rated) =>
      make("tr", { onpointerenter: () => hover(rated.move), onpointerleave: () => hover(null) }, [
        make("th", { scope: "row" }, rated.move), make("td", {}, valueText(rated)), isVisited && make("td", { class: "numeric" }, number(rated.visits ?? 0)),
        hasLines && make("td", { class: "rated-line" }, lineButtons(followed.get(rated.move)?.line ?? [])),
      ]));
    const more = answer.moves.length - count;
    return make("div", { class: "rated" }, [
      make("table", { class: "rated-table" }, [
        make("thead", {}, make("tr", {}, [
          make("th", { scope: "col" }, t("page.column-move")), make("th", { scope: "col" }, t("page.column-value")),
          isVisited && make("th", { scope: "col", class: "numeric" }, t("page.column-visits")),
          hasLines && make("th", { scope: "col" }, t("page.best-line")),
        ])),
        make("tbody", {}, rows),
      ]),
      more > 0 && make("p", { class: "field-help" }, t("page.more-moves", { count: more })),
    ]);
  }

  connection.on("welcome", () => { asked = ""; });
  connection.on("error", (error) => {
    if (error.answered || choice === "none" || !/^agent-/.test(error.key ?? "")) return;
    complain(error.message);
  });

  return {
    element,
    render,
    show,
    request,
    /**
     * News of an analysis, or its end. Gives what is known now.
     * @param {import("./result.js").AnalysisMessage|import("./result.js").ThinkingMessage} news
     */
    hear(news) {
      analysis = resultSoFar(analysis, news);
      show();
      onChange();
      return analysis;
    },
    /** The heat map of the position shown. */
    heat() {
      const [now, answer] = [game(), current()];
      return now && answer && isActive && choice !== "none" ? heatOf(answer, now) : [];
    },
    /** What is known of the position shown. */
    result: () => (isActive && choice !== "none" ? current() : null),
    /** @param {boolean} next */
    setActive(next) {
      if (isActive === next) return;
      isActive = next;
      request();
    },
  };
}

/**
 * Signs that not every answer has.
 * @param {import("../../page-types/protocol.d.ts").AnalysisMessage} answer
 */
function legendMore({ moves }) {
  const visited = moves.filter(({ visits }) => typeof visits === "number").length;
  return [
    moves.some((rated) => boundOf(rated) !== null) ? t("page.legend-bound") : "",
    visited > MOST_VISITED ? t("page.legend-ten") : "",
  ].filter(Boolean);
}

/** @param {import("../../page-types/protocol.d.ts").AnalysisMessage} answer */
function legendOf(answer) {
  if (answer.moves.some((rated) => typeof rated.visits === "number")) return "visits";
  return answer.moves.some((rated) => rated.kind === "points") ? "points" : answer.moves.some((rated) => rated.kind === "chance") ? "chance" : "result";
}
