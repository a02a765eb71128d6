// @ts-check
// The choice of values on the board, its legend, and the moves in a table: whose values they are, and whether they are
// proven.

import { fillWith, make } from "../dom.js";
import { boundOf, isKnown, scaleColor } from "../format.js";
import { UNIMPORTANT } from "../game/actions.js";
import { openAgentDialog } from "../game/agent-dialog.js";
import { parseSpec } from "../game/spec.js";
import { remembered } from "../storage.js";
import { t } from "../text.js";
import { CHOICES, MOST_VISITED, analyst, arrowsOf, claim, heatOf } from "./overlay.js";
import { createEffort } from "./effort.js";
import { resultSoFar } from "./result.js";
import { movesTable } from "./table.js";
import { sideName } from "../sides.js";

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
  /** Nothing is searched until somebody goes on. */
  let isPaused = false;
  let isSearching = false;
  let hasArrows = remembered.get("analysis-arrows") !== "off";
  /** @type {import("../../page-types/protocol.d.ts").AnalysisMessage|null} */
  let analysis = null;
  let problem = "";
  let problemAt = "";
  let asked = "";
  const element = make("section", { class: "card overlay-choice" });
  const answerPlace = make("div", { class: "overlay-answer" });
  /** The moves and their lines, where the headline is. */
  const lines = make("div", { class: "lines" });
  /** What the controls were drawn for: with another agent they are others. */
  let drawnFor = "";

  const effort = createEffort({ welcome, onChange: () => changed() });

  const spec = () => {
    const now = game();
    if (!now || !isActive || choice === "none") return null;
    const asIs = analyst(choice, now, { learner, agent });
    return choice === "search" ? effort.specOf(asIs) : asIs;
  };

  /** Tells the program what to analyse, when that is not what it already does. */
  function request() {
    // A search that is paused still tells what it has found.
    if (isPaused && isSearching) return;
    const wanted = isPaused ? null : spec();
    const limits = choice === "agent" && agentLimits ? { limits: agentLimits } : effort.limits();
    const key = wanted ? `${wanted}@${JSON.stringify(limits)}` : "";
    // What was refused in one position may be possible in the next.
    if (key === asked && (!problem || problemAt === where())) return;
    asked = key;
    if (wanted && wanted !== analysis?.by) analysis = null;
    problem = "";
    /** @type {import("../connection.js").Request} */
    const message = wanted ? { type: "analyse", on: true, spec: wanted, ...limits } : { type: "analyse", on: false };
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
    isPaused = false;
    isSearching = false;
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
    drawnFor = controlsFor();
    const select = make("select", { id: "overlay", class: "field-input", onchange: () => {
      choice = /** @type {import("./overlay.js").Choice} */ (select.value);
      remembered.set("analysis", choice);
      if (choice === "agent") chooseAgent();
      changed();
    } }, CHOICES.map((name) => make("option", { value: name, selected: name === choice }, t(`page.overlay-${name}`))));
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
        ...(choice === "none" || choice === "agent" ? [] : effort.fields(spec() ?? "")),
        choice === "agent" && make("div", { class: "field" }, [
          make("span", { class: "field-label" }, t("page.overlay-by")),
          make("button", { type: "button", class: "button", id: "overlay-agent", onclick: chooseAgent }, make("code", {}, spec() ?? "")),
        ]),
      ]),
      choice !== "none" && arrowsTick(),
      answerPlace,
    ]);
    if (focused) /** @type {HTMLElement|null} */ (element.querySelector(`#${focused}`))?.focus();
    show();
  }

  function arrowsTick() {
    const box = make("input", { type: "checkbox", id: "overlay-arrows", checked: hasArrows, onchange: () => {
      hasArrows = box.checked;
      remembered.set("analysis-arrows", hasArrows ? "on" : "off");
      onChange();
    } });
    return make("label", { class: "tick" }, [box, t("analysis.arrows")]);
  }

  const controlsFor = () => [isActive, choice, parseSpec(spec() ?? "").name, welcome() !== null].join();

  /** What was answered, without touching the controls as long as they are the same: one of them may be open. */
  function show() {
    if (drawnFor !== controlsFor()) {
      render();
      return;
    }
    fillWith(answerPlace, choice === "none" ? [] : legend());
    fillWith(lines, choice === "none" ? [] : table());
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

  function table() {
    const answer = current();
    return answer && claim(answer) !== "nothing" ? movesTable(answer, { hover, hoverLine, preview }) : null;
  }

  connection.on("welcome", () => { asked = ""; });
  connection.on("error", (error) => {
    if (error.answered || choice === "none" || !/^agent-/.test(error.key ?? "")) return;
    complain(error.message);
  });

  return {
    element,
    lines,
    render,
    show,
    request,
    /**
     * News of an analysis, or its end. Gives what is known now.
     * @param {import("./result.js").AnalysisMessage|import("./result.js").ThinkingMessage} news
     */
    hear(news) {
      analysis = resultSoFar(analysis, news);
      isSearching = news.type === "thinking";
      request();
      show();
      onChange();
      return analysis;
    },
    /** The heat map of the position shown. */
    heat() {
      const [now, answer] = [game(), current()];
      return now && answer && isActive && choice !== "none" ? heatOf(answer, now) : [];
    },
    /** From each of the best moves to the answer it expects. */
    arrows() {
      const answer = current();
      return answer && isActive && hasArrows && choice !== "none" ? arrowsOf(answer) : [];
    },
    /** Stops searching, here and in the positions shown next; what was found stays. */
    pause() {
      isPaused = true;
      connection.send({ type: "stop" });
    },
    /** Goes on where it was paused. */
    resume() {
      isPaused = false;
      asked = "";
      request();
    },
    /** Goes on where it had to make way for another search, unless somebody paused it. */
    goOn() {
      if (isPaused || !isActive) return;
      asked = "";
      request();
    },
    /** Whether somebody paused it, or may have it go on. */
    isResumable: () => isActive && choice !== "none" && (isPaused || current() !== null),
    /** What is known of the position shown. */
    result: () => (isActive && choice !== "none" ? current() : null),
    /** @param {boolean} next */
    setActive(next) {
      if (isActive === next) return;
      isActive = next;
      isPaused = false;
      isSearching = false;
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
