// @ts-check
// The course: one lesson at a time, with its words on one side, its search on the other, and a question about it.

import { button, fillWith, make } from "../dom.js";
import { createReplay } from "../steps/replay.js";
import { keyOf } from "../steps/shape.js";
import { backOver, over } from "../steps/walk.js";
import { onLanguage } from "../text.js";
import { LESSONS, lessonOf, positionText } from "./lessons.js";
import { isPresenting, present, presentationKey } from "./present.js";
import { answered, keepAnswered } from "./progress.js";
import { pose } from "./questions.js";
import { createStage } from "./stage.js";
import { askedUpdate, judgeCell, judgeUpdate, shown, updateAnswers } from "./table-questions.js";
import { firstMoves, updatesTable } from "./table.js";

/** @typedef {import("../tree/view.js").App} App */
/** @typedef {import("./lessons.js").Lesson} Lesson */
/** @typedef {import("./questions.js").Posed} Posed */
/** @typedef {import("./questions.js").Verdict} Verdict */
/** @typedef {import("../../page-types/protocol.d.ts").LearnedMessage} Learned */

/** Browsers allow an address to change only so often. */
const LINK_EVERY_MS = 400;

/**
 * @param {HTMLElement} element
 * @param {App} app
 */
export function mountLessons(element, app) {
  const { t, connection, link } = app;
  let lesson = lessonOf(link.get("lesson"));
  /** @type {Posed|null} */
  let posed = null;
  /** @type {Learned|null} */
  let learned = null;
  /** @type {import("../steps/replay.js").Replay[]} */
  let replays = [];
  /** @type {Verdict|null} */
  let verdict = null;
  /** @type {string|null} */
  let given = null;
  let requests = 0;
  /** @type {string|null} */
  let problem = null;

  const course = make("nav", { class: "lesson-course" });
  const words = make("div", { class: "lesson-words" });
  const question = make("section", { class: "lesson-question" });
  const stageHost = make("div", { class: "lesson-stage" });
  const stage = createStage(stageHost, app, tellStep);
  const view = make("section", { class: "lessons-view" }, [make("div", { class: "lesson-side" }, [course, words, question]), stageHost]);
  fillWith(element, view);

  /** The address follows, at once or a little later. @type {ReturnType<typeof setTimeout>|undefined} */
  let linkTimer;
  function tellStep() {
    if (linkTimer !== undefined) return;
    const write = () => {
      if (!stage.isEmpty() && !view.closest("[hidden]")) link.set("at", String(stage.step()));
    };
    write();
    linkTimer = setTimeout(() => {
      linkTimer = undefined;
      write();
    }, LINK_EVERY_MS);
  }

  /**
   * @param {string} id
   * @param {number} [step] at which its search is shown; without, where its question is asked
   */
  function open(id, step = NaN) {
    lesson = lessonOf(id);
    link.set("lesson", lesson.id);
    link.set("at", Number.isFinite(step) ? String(step) : null);
    void load();
    render();
    scrollTo(0, 0);
  }

  async function load() {
    requests += 1;
    const mine = requests;
    const linked = Number(link.get("at") ?? NaN);
    [posed, learned, replays, verdict, given, problem] = [null, null, [], null, null, null];
    stage.clear();
    try {
      if (lesson.learning) {
        const answer = await connection.ask({ type: "learning", ...lesson.learning });
        if (mine !== requests) return;
        learned = answer;
      } else {
        const found = await searched(lesson);
        if (mine !== requests) return;
        replays = found;
        posed = pose(lesson, replays, t);
        stage.receive(replays, { isOneByOne: lesson.isOneByOne ?? false, isWhole: lesson.isWhole ?? false, step: Number.isFinite(linked) ? linked : posed.step });
      }
    } catch (error) {
      if (mine !== requests) return;
      problem = error instanceof Error ? error.message : String(error);
    }
    render();
  }

  /** @param {Lesson} wanted */
  async function searched({ board, trees = [], specs }) {
    // As text: the game on the board stays what it is.
    const position = board ? positionText(board.rules, board.moves.split(" ")) : undefined;
    const found = [];
    // One after the other: the program does only so many searches at once for a page.
    for (const [i, spec] of specs.entries()) {
      const subject = position === undefined ? { tree: trees[i] ?? trees[0] } : { position };
      found.push(createReplay(await connection.ask({ type: "steps", spec, ...subject })));
    }
    return found;
  }

  /** @param {string} id */
  function answer(id) {
    const judged = learned ? (lesson.question.kind === "update" ? judgeUpdate(learned.updates[askedUpdate(learned)], id) : judgeCell(learned, id)) : posed?.judge(id);
    if (!judged) return;
    [verdict, given] = [judged, id];
    if (judged.isRight) keepAnswered(lesson.id);
    if (lesson.isOneByOne) stage.choose(Number(id));
    render();
    if (judged.isRight && judged.step !== undefined) stage.go(judged.step);
  }

  /** @param {import("./questions.js").Details} details */
  const translated = (details) => Object.fromEntries(Object.entries(details).map(([name, value]) =>
    [name, typeof value === "string" && value.startsWith("extreme-") ? t(`lesson.${value}`) : value]));

  function render() {
    const at = LESSONS.indexOf(lesson);
    const done = answered();
    course.setAttribute("aria-label", t("lesson.course"));
    fillWith(course, LESSONS.map(({ id }, i) => {
      const name = t("lesson.number", { number: i + 1, count: LESSONS.length });
      const isDone = done.has(id);
      return make("button", {
        type: "button", class: `lesson-link${isDone ? " is-done" : ""}`, "data-lesson": id, onclick: () => open(id),
        title: t(`lesson.${id}-title`), "aria-label": `${name}: ${t(`lesson.${id}-title`)}${isDone ? `, ${t("lesson.done")}` : ""}`,
        ...(id === lesson.id ? { "aria-current": "step" } : {}),
      }, String(i + 1));
    }));
    fillWith(words, [
      make("p", { class: "quiet lesson-number" }, `${t("lesson.number", { number: at + 1, count: LESSONS.length })} · ${t("lesson.progress", { done: done.size, count: LESSONS.length })}`),
      make("h2", {}, t(`lesson.${lesson.id}-title`)),
      make("p", { class: "lesson-text" }, t(`lesson.${lesson.id}-text`, tableDetails())),
    ]);
    renderQuestion(at);
    renderTable();
    if (posed) {
      const { nodes, clickable, hidden, leavesOnly } = posed;
      const isOpen = !verdict?.isRight;
      stage.ask({
        hidden: isOpen ? hidden : null, leavesOnly,
        isChoice: (node) => nodes !== null && isOpen && clickable.includes(node),
        choose: (node) => answer(keyOf(/** @type {NonNullable<Posed["nodes"]>} */ (nodes)[node].path)),
      }, isOpen && lesson.question.kind === "playout");
    }
  }

  /** What the words of a lesson on tables tell of its training. */
  function tableDetails() {
    if (!learned) return {};
    const update = learned.updates[askedUpdate(learned)];
    const numbers = update ? { before: shown(update.before), target: shown(update.target), alpha: String(Math.round(update.alpha * 1000) / 1000) } : {};
    return { games: learned.games, ...numbers };
  }

  /** @param {number} at */
  function renderQuestion(at) {
    if (problem !== null) {
      fillWith(question, make("p", { class: "lesson-problem", role: "alert" }, t("lesson.failed", { why: problem })));
      return;
    }
    const buttons = learned ? (lesson.question.kind === "update" ? updateAnswers(learned.updates[askedUpdate(learned)]) : []) : posed?.buttons ?? [];
    const columns = posed?.columns ?? [];
    const focused = document.activeElement?.getAttribute("data-answer");
    fillWith(question, [
      make("h3", {}, t("lesson.question")),
      make("p", { class: "lesson-asked" }, t(`lesson.${lesson.id}-question`, translated({ ...(posed?.details ?? {}), ...tableDetails() }))),
      columns.length > 0 ? choiceTable(columns, /** @type {Posed} */ (posed).buttons) : buttons.length === 0 ? null
        : make("div", { class: "lesson-answers", role: "group", "aria-label": t("lesson.question") }, buttons.map(answerButton)),
      make("div", { class: `lesson-verdict${verdict ? (verdict.isRight ? " is-right" : " is-wrong") : ""}`, role: "status" }, verdict && [told(verdict)]),
      make("div", { class: "lesson-steps" }, [
        button(t("lesson.before"), () => open(LESSONS[at - 1].id), { class: "lesson-before", disabled: at === 0 }),
        button(t("lesson.next"), () => open(LESSONS[at + 1].id), { class: `lesson-next${verdict?.isRight ? " button-main" : ""}`, disabled: at === LESSONS.length - 1 }),
        button(t("lesson.link"), copyLink, { class: "lesson-copy" }),
        button(t("lesson.present"), () => present(true), { class: "lesson-present", title: t("lesson.present-hint") }),
      ]),
    ]);
    if (focused !== null && focused !== undefined) /** @type {HTMLElement|null} */ (question.querySelector(`[data-answer="${CSS.escape(focused)}"]`))?.focus();
  }

  /** @param {Verdict} judged */
  function told({ isRight, why, details }) {
    const said = t(isRight ? `lesson.${lesson.id}-right` : `lesson.${why}`, translated(details));
    return make("p", {}, isRight ? said : t("lesson.again", { why: said }));
  }

  /** @param {Posed["buttons"][0]} choice */
  function answerButton({ id, key, details, label }) {
    const isGiven = given === id;
    const look = isGiven ? (verdict?.isRight ? " is-right" : " is-wrong") : "";
    return button(label ?? t(key ?? "", details), () => answer(id), { class: `lesson-answer${look}`, "data-answer": id, "aria-pressed": String(isGiven) });
  }

  /**
   * @param {string[]} columns
   * @param {Posed["buttons"]} choices
   */
  function choiceTable(columns, choices) {
    return make("table", { class: "lesson-choices" }, [
      make("thead", {}, make("tr", {}, columns.map((name) => make("th", { scope: "col" }, t(`steps.choice-${name}`))))),
      make("tbody", {}, choices.map((choice) => make("tr", {}, [
        make("th", { scope: "row" }, answerButton(choice)), ...(choice.cells ?? []).map((cell) => make("td", { class: "numeric" }, cell)),
      ]))),
    ]);
  }

  function renderTable() {
    if (!learned) return;
    const isAsked = lesson.question.kind === "update";
    fillWith(stageHost, make("div", { class: "table-stage" }, [
      isAsked ? updatesTable(learned, verdict?.isRight ? null : askedUpdate(learned), app) : firstMoves(learned, { choose: verdict?.isRight ? null : answer }, app),
    ]));
  }

  function copyLink() {
    navigator.clipboard?.writeText(location.href).catch(() => {});
    const copy = question.querySelector(".lesson-copy");
    if (copy) copy.textContent = t("lesson.copied");
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (view.closest("[hidden]") || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = /** @type {Element|null} */ (event.target);
    if (target?.closest("input, select, textarea, dialog")) return;
    if (presentationKey(event)) return event.preventDefault();
    const at = LESSONS.indexOf(lesson);
    const beside = (/** @type {number} */ way) => { if (LESSONS[at + way]) open(LESSONS[at + way].id); };
    const walk = (/** @type {(replay: import("../steps/replay.js").Replay, n: number) => number} */ way) => { if (!stage.isEmpty()) stage.walk(way); };
    const keys = /** @type {Record<string, () => void>} */ ({
      ArrowRight: () => walk(event.shiftKey ? over : (_, n) => n + 1), ArrowLeft: () => walk(event.shiftKey ? backOver : (_, n) => n - 1),
      Home: () => walk(() => 1), End: () => walk((replay) => replay.length), n: () => beside(1), b: () => beside(-1),
      ...(isPresenting() ? { PageDown: () => walk((_, n) => n + 1), PageUp: () => walk((_, n) => n - 1) } : {}),
      " ": () => { if (!stage.isEmpty()) stage.toggle(); },
    });
    if (/^[1-9]$/.test(event.key)) {
      const answers = /** @type {NodeListOf<HTMLElement>} */ (question.querySelectorAll(".lesson-answer"));
      answers[Number(event.key) - 1]?.click();
      return;
    }
    // A button under the focus keeps its space bar, and so does a node that can be clicked.
    if (!(event.key in keys) || (event.key === " " && target?.closest("button, [role=button]"))) return;
    event.preventDefault();
    keys[event.key]();
  }

  document.addEventListener("keydown", onKey);
  const followLink = () => {
    if (link.get("view") !== "lessons") return;
    const step = Number(link.get("at") ?? NaN);
    if (lessonOf(link.get("lesson")) !== lesson) open(link.get("lesson") ?? LESSONS[0].id, step);
    else if (Number.isFinite(step) && !stage.isEmpty() && step !== stage.step()) stage.go(step);
  };
  addEventListener("hashchange", followLink);
  app.onLesson(followLink);
  onLanguage(() => {
    // What a question says of the game is in the old language.
    if (posed) posed = pose(lesson, replays, t);
    stage.build();
    render();
  });
  void load();
  render();
}
