// @ts-check
// The form for a contest: who plays, where, how many games, and whether a test ends it early.

import { openDialog } from "../dialog.js";
import { button, fillWith, make } from "../dom.js";
import { has, t } from "../text.js";

/** @typedef {import("../../page-types/protocol.d.ts").Contest} Contest */

const MOST_AGENTS = 16;

/**
 * @param {object} parts
 * @param {import("../connection.js").Welcome} parts.welcome
 * @param {string} parts.rules the board to begin with
 * @param {string[]} parts.models labels of what was trained here
 * @param {(wanted: Contest) => Promise<unknown>} parts.begin
 */
export function openContest({ welcome, rules, models, begin }) {
  /** @type {string[]} */
  let agents = ["level3", "mcts:playouts=500"];
  const board = make("input", { id: "contest-board", class: "field-input", value: rules, autocomplete: "off" });
  const games = make("input", { id: "contest-games", class: "field-input", type: "number", min: "2", step: "2", value: "40" });
  const limits = make("input", { id: "contest-limits", class: "field-input", autocomplete: "off", placeholder: "nodes=2000" });
  const openings = make("select", { id: "contest-openings", class: "field-input" }, ["", "none", "random:2", "random:4"].map((value) =>
    make("option", { value }, value === "" ? t("jobs.openings-board") : value)));
  const seed = make("input", { id: "contest-seed", class: "field-input", type: "number", min: "0", step: "1", value: "1" });
  const test = make("input", { id: "contest-test", type: "checkbox", onchange: renderTest });
  const hypotheses = make("input", { id: "contest-sprt", class: "field-input", value: "elo0=0,elo1=50", autocomplete: "off" });
  const testField = make("div", { class: "field" }, [
    make("label", { class: "tick", for: "contest-test" }, [test, t("jobs.sprt")]),
    make("label", { class: "only-heard", for: "contest-sprt" }, t("jobs.sprt-range")), hypotheses,
    make("span", { class: "field-help" }, t("jobs.sprt-help")),
  ]);
  const list = make("div", { class: "lab-agents" });
  const known = make("datalist", { id: "contest-known" }, [
    ...welcome.levels.map(({ id }) => make("option", { value: id, label: has(`level.${id}`) ? t(`level.${id}`) : id })),
    ...models.map((label) => make("option", { value: `model:${label}` })),
    ...welcome.agents.map(({ name }) => make("option", { value: name })),
  ]);

  function renderAgents() {
    fillWith(list, [
      ...agents.map((agent, i) => {
        const name = t("jobs.agent", { number: i + 1 });
        const field = make("input", {
          class: "field-input", value: agent, autocomplete: "off", "aria-label": name,
          oninput: () => { agents[i] = field.value; },
        });
        field.setAttribute("list", "contest-known");
        return make("div", { class: "lab-agent" }, [field, agents.length > 2 && button(t("jobs.remove"), () => {
          agents = agents.filter((_, other) => other !== i);
          renderAgents();
        }, { "aria-label": t("jobs.remove-named", { name }) })]);
      }),
      agents.length < MOST_AGENTS && button(t("jobs.add-agent"), () => {
        agents = [...agents, ""];
        renderAgents();
        /** @type {HTMLInputElement|undefined} */ ([...list.querySelectorAll("input")].at(-1))?.focus();
      }, { id: "contest-add" }),
    ]);
    renderTest();
  }

  function renderTest() {
    testField.hidden = agents.length !== 2;
    hypotheses.hidden = !test.checked;
  }

  const labelled = (/** @type {string} */ key, /** @type {HTMLElement} */ control) =>
    make("div", { class: "field" }, [make("label", { for: control.id, class: "field-label" }, t(key)), control]);

  renderAgents();
  openDialog({
    title: t("jobs.begin-contest"),
    class: "dialog-wide",
    content: [
      make("fieldset", { class: "lab-players" }, [make("legend", {}, t("jobs.agents")), list, make("p", { class: "field-help" }, t("jobs.agents-help"))]),
      make("div", { class: "lab-form" }, [
        labelled("jobs.board", board), labelled("jobs.games-each", games), labelled("jobs.limits", limits), labelled("jobs.openings", openings),
        labelled("jobs.seed", seed), testField,
      ]),
      known,
    ],
    action: t("jobs.start-contest"),
    act: async () => {
      const isTest = agents.length === 2 && test.checked;
      await begin({
        kind: "contest", rules: board.value.trim(), agents: agents.map((agent) => agent.trim()).filter(Boolean), limits: limits.value.trim(),
        games: Math.round(Number(games.value)), openings: openings.value || null, seed: Math.round(Number(seed.value)), sprt: isTest ? hypotheses.value.trim() : null,
      });
      return true;
    },
  });
}
