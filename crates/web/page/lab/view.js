// @ts-check
// The laboratory: trainings, contests and experiments that the program does whether this page is open or not, and the models that came of them. What is shown
// is what the program tells; the address names the jobs whose chart is open.

import { button, fillWith, make } from "../dom.js";
import { onLanguage, t } from "../text.js";
import { createChart } from "./chart.js";
import { openContest } from "./contest-form.js";
import { createContest } from "./contest.js";
import { renderDetails } from "./details.js";
import { openEditor, openExperiments } from "./experiment-form.js";
import { openTraining } from "./form.js";
import { renderModels } from "./models.js";
import { createReport } from "./report.js";
import { createRuns } from "./runs.js";

/** @typedef {import("../../page-types/protocol.d.ts").Job} Job */
/** @typedef {import("../../page-types/protocol.d.ts").Model} Model */

/**
 * @param {HTMLElement} host
 * @param {object} means
 * @param {import("../connection.js").Connection} means.connection
 * @param {{get: (name: string) => string|null, set: (name: string, value: string|null) => void}} means.link
 * @param {import("../notice.js").Notices} means.notices
 * @param {() => import("../connection.js").Welcome|null} means.welcome
 * @param {() => string} means.rules the board of the game that is open
 * @param {(rules: string, spec: string) => void} means.play against an agent
 * @param {(rules: string, moves: string[], start?: string|null) => void} means.look at a line of moves
 */
export function mountLab(host, { connection, link, notices, welcome, rules, play, look }) {
  /** @type {Map<number, Job>} */
  let jobs = new Map();
  /** @type {Model[]} */
  let models = [];
  /** Why there is nothing to show. */
  let refusal = "";
  let isAsked = false;

  const title = make("h2", { class: "lab-title" });
  const begin = button("", openForm, { class: "button-main", id: "lab-begin" });
  const beginContest = button("", openContestForm, { id: "lab-begin-contest" });
  const beginExperiment = button("", () => { void openCards(); }, { id: "lab-begin-experiment" });
  const told = make("p", { class: "quiet", id: "lab-told" });
  const runs = createRuns({ choose, compare, manage });
  const chart = createChart(connection);
  const contest = createContest(connection, look);
  const report = createReport(connection);
  const details = make("div", { class: "lab-details" });
  const shelf = make("section", { class: "card lab-models" });
  const work = make("div", { class: "lab-work" }, [
    runs.element,
    make("div", { class: "lab-shown" }, [details, chart.element, contest.element, report.element]),
  ]);
  fillWith(host, make("div", { class: "lab" }, [make("header", { class: "lab-head" }, [title, make("div", { class: "bar" }, [begin, beginContest, beginExperiment])]), told, work, shelf]));

  /** The numbers of the trainings whose chart is open. */
  function shown() {
    const named = (link.get("run") ?? "").split(".").map(Number).filter((number) => jobs.has(number));
    const newest = [...jobs.keys()].sort((a, b) => b - a)[0];
    return named.length > 0 || newest === undefined ? named : [newest];
  }

  /** @param {number} number */
  function choose(number) {
    link.set("run", String(number));
    render();
  }

  /**
   * Puts a training beside the others, or takes it away.
   * @param {number} number
   */
  function compare(number) {
    const now = shown();
    const trained = now.filter((other) => jobs.get(other)?.wanted.kind === "train");
    const next = now.includes(number) ? now.filter((other) => other !== number) : [...trained, number];
    if (next.length > 0) link.set("run", next.join("."));
    render();
  }

  /**
   * Asks for something, and says what was wrong with it.
   * @template Answer
   * @param {Promise<Answer>} asked
   * @param {(answer: Answer) => void} take
   */
  async function ask(asked, take) {
    try {
      take(await asked);
    } catch (error) {
      notices.show(error instanceof Error ? error.message : String(error), "problem");
    }
  }

  /**
   * @param {number} job
   * @param {import("../../page-types/protocol.d.ts").Change} to
   */
  function manage(job, to) {
    void ask(connection.ask({ type: "manage", job, to }), () => {});
  }

  /** @param {import("../../page-types/protocol.d.ts").Measuring} wanted */
  async function beginMeasuring(wanted) {
    const { job } = await connection.ask({ type: "begin", job: wanted });
    jobs.set(job.number, job);
    choose(job.number);
  }

  async function openCards() {
    await ask(connection.ask({ type: "experiments" }), ({ experiments }) => openExperiments({
      experiments, begin: beginMeasuring, edit: (name) => { void openText(name); },
    }));
  }

  /** @param {string} name */
  async function openText(name) {
    await ask(connection.ask({ type: "experiment", name }), ({ text }) => openEditor({
      name, text, begin: beginMeasuring, examine: (changed) => connection.ask({ type: "examine", text: changed }),
    }));
  }

  function openContestForm() {
    const known = welcome();
    if (!known) return;
    openContest({
      welcome: known, rules: rules(), models: models.map(({ label }) => label),
      begin: async (wanted) => {
        const { job } = await connection.ask({ type: "begin", job: wanted });
        jobs.set(job.number, job);
        choose(job.number);
      },
    });
  }

  function openForm() {
    openTraining({
      rules: rules(),
      methods: (board) => connection.ask({ type: "methods", rules: board }),
      begin: async (wanted) => {
        const { job } = await connection.ask({ type: "begin", job: wanted });
        jobs.set(job.number, job);
        choose(job.number);
      },
    });
  }

  function render() {
    title.textContent = t("jobs.title");
    begin.textContent = t("jobs.begin");
    beginContest.textContent = t("jobs.begin-contest");
    beginExperiment.textContent = t("jobs.begin-experiment");
    for (const start of [begin, beginContest, beginExperiment]) start.disabled = refusal !== "";
    told.textContent = refusal || (jobs.size === 0 ? t("jobs.empty") : "");
    told.hidden = told.textContent === "";
    work.hidden = jobs.size === 0;
    const open = shown();
    runs.render([...jobs.values()].sort((a, b) => b.number - a.number), open);
    chart.show(open.map((number) => /** @type {Job} */ (jobs.get(number))));
    const single = open.length === 1 ? jobs.get(open[0]) ?? null : null;
    contest.show(single?.wanted.kind === "contest" ? single : null);
    report.show(single?.wanted.kind === "experiment" ? single : null);
    renderDetails(details, single, {
      keep: (job, label) => ask(connection.ask({ type: "keep", job, label }), () => notices.show(t("jobs.kept", { label }))),
      play, look,
    });
    renderModels(shelf, models, {
      play, look, forget: (label) => { void ask(connection.ask({ type: "forget", label }), () => {}); },
    });
  }

  connection.on("jobs", (message) => {
    jobs = new Map(message.jobs.map((job) => [job.number, job]));
    models = message.models;
    refusal = "";
    if (!host.hidden) render();
  });
  connection.on("job", ({ job }) => {
    jobs.set(job.number, job);
    if (!host.hidden) render();
  });

  /** Asks for everything anew: the program tells of changes from then on. */
  async function fetchAll() {
    isAsked = true;
    try {
      await connection.ask({ type: "jobs" });
    } catch (error) {
      refusal = error instanceof Error ? error.message : String(error);
      isAsked = false;
      render();
    }
  }

  // A new connection is told of nothing until it asks.
  connection.on("welcome", () => {
    if (isAsked && !host.hidden) void fetchAll();
    else isAsked = false;
  });
  onLanguage(() => {
    chart.forget();
    if (!host.hidden) void fetchAll();
  });

  render();
  void fetchAll();
  return {
    /** The place is shown, perhaps again. */
    show() {
      render();
      if (!isAsked) void fetchAll();
    },
  };
}
