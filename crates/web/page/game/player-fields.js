// @ts-check
// Who plays a side: a person, a level, or any agent of the catalogue with its options as controls made from what the
// program says of them.

import { fillWith, make } from "../dom.js";
import { has, t } from "../text.js";
import { badValue, formatSpec, parseSpec } from "./spec.js";

/** @typedef {import("../link.js").Player} Player */

/** People may think for a day. */
const PERSONS_SECONDS = 86_400;

/** How an agent is named that plays by a model which was trained here. */
const MODEL = "model:";

let counter = 0;

/**
 * @param {object} parts
 * @param {import("../connection.js").Welcome} parts.welcome
 * @param {Player} parts.player
 * @param {Node|string} parts.title
 * @param {boolean} [parts.onlyAgents] leaves persons and levels out
 * @param {string[]} [parts.levels] those that can play here; all when left out
 * @param {import("../state.js").Suited|null} [parts.suited] what suits the position
 * @param {() => void} [parts.onChange]
 */
export function createPlayerFields({ welcome, player, title, onlyAgents = false, levels, suited, onChange = () => {} }) {
  counter += 1;
  const id = `player-${counter}`;
  const who = make("select", { id, class: "field-input" });
  const options = make("div", { class: "player-options" });
  const spec = make("p", { class: "player-spec" });
  const element = make("fieldset", { class: "player-fields" }, [
    make("legend", {}, title),
    make("label", { for: id, class: "field-label only-heard" }, t("page.who")),
    who, options, spec,
  ]);
  /** @type {Record<string, string>} */
  let values = {};
  let limits = "";
  const levelGroup = make("optgroup", { label: t("page.levels") });
  const modelGroup = make("optgroup", { label: t("jobs.models") });

  /**
   * Models that were trained here and given a name.
   * @param {string[]} labels
   */
  function fillModels(labels) {
    fillWith(modelGroup, labels.map((label) => make("option", { value: `${MODEL}${label}` }, label)));
    modelGroup.hidden = labels.length === 0;
  }

  function fillLevels() {
    const offered = welcome.levels.filter(({ id: level }) => !levels || levels.includes(level));
    fillWith(levelGroup, offered.map(({ id: level }) => make("option", { value: `level:${level}` }, levelName(level))));
  }

  /**
   * No file can be given on the page, so that whoever would have learned from one learns while it plays.
   * @param {string} name
   * @param {Record<string, string>} given
   */
  function withLearning(name, given) {
    const kind = welcome.agents.find((agent) => agent.name === name);
    if (given.learn !== undefined || !kind?.options.some((option) => option.name === "learn")) return given;
    const ready = suited?.learners.find((learner) => learner.name === name);
    return { ...(ready ? parseSpec(ready.spec).values : { learn: "on" }), ...given };
  }

  if (!onlyAgents) {
    who.append(make("option", { value: "person" }, t("page.person")));
    who.append(levelGroup);
  }
  fillLevels();
  who.append(modelGroup);
  fillModels([]);
  who.append(make("optgroup", { label: t("page.agents") }, welcome.agents.map((agent) =>
    make("option", { value: agent.name }, agent.name))));

  const chosen = () => welcome.agents.find((agent) => agent.name === who.value);

  function renderSpec() {
    const agent = chosen();
    const told = agent ? [formatSpec(agent, values), limits].filter(Boolean).join(" @ ") : "";
    fillWith(spec, agent ? [`${t("page.spec")} `, make("code", {}, told)] : []);
  }

  function renderOptions() {
    const agent = chosen();
    if (who.value === "person") {
      fillWith(options, limitField(PERSONS_SECONDS, "page.limit-person"));
      renderSpec();
      return;
    }
    if (!agent) {
      const level = who.value.startsWith("level:") ? `level.${who.value.slice(6)}-meaning` : "";
      fillWith(options, level && has(level) ? make("p", { class: "field-help" }, t(level)) : []);
      renderSpec();
      return;
    }
    fillWith(options, [
      make("p", { class: "field-help" }, has(`agent.${agent.name}`) ? t(`agent.${agent.name}`) : agent.meaning),
      values.learn === "on" && make("p", { class: "field-help" }, t("page.learns-itself", {
        budget: values.budget ?? agent.options.find(({ name }) => name === "budget")?.default ?? "",
      })),
      ...agent.options.map((option) => optionField(agent, option)),
      limitField(welcome.bounds.time_ms / 1000, "page.limit-help"),
    ]);
    renderSpec();
  }

  /**
   * @param {import("./spec.js").AgentKind} agent
   * @param {import("./spec.js").AgentOption} option
   */
  function optionField(agent, option) {
    const field = `${id}-${option.name}`;
    const key = `option.${agent.name}-${option.name}`;
    const meaning = has(key) ? t(key) : option.meaning;
    const current = values[option.name] ?? "";
    const problem = make("span", { class: "field-problem", role: "alert" });
    const set = (/** @type {string} */ value) => {
      values[option.name] = value.trim();
      const bad = badValue(option, value.trim());
      problem.textContent = bad ? t(bad.key, bad.details) : "";
      renderSpec();
      onChange();
    };
    /** @type {HTMLSelectElement|HTMLInputElement} */
    const control = option.kind === "choice"
      ? make("select", { id: field, class: "field-input", onchange: () => set(control.value) },
        [...(option.default ? [] : [make("option", { value: "" }, t("page.unset"))]),
          ...(option.words ?? []).map((word) => make("option", { value: word, selected: word === (current || option.default) }, word))])
      : make("input", {
        id: field, class: "field-input", value: current, placeholder: option.default ?? t("page.unset"), autocomplete: "off",
        ...(option.kind === "time" ? { type: "text" } : {
          type: "number", min: String(option.least ?? ""), max: String(option.most ?? ""), step: option.kind === "real" ? "any" : "1",
        }),
        oninput: () => set(control.value),
      });
    return make("div", { class: "field", title: meaning }, [
      make("label", { for: field, class: "field-label" }, option.name), control,
      make("span", { class: "field-help" }, meaning), problem,
    ]);
  }

  /**
   * @param {number} most in seconds
   * @param {string} help
   */
  function limitField(most, help) {
    const field = `${id}-limit`;
    const seconds = /time=(\d+(?:\.\d+)?)(ms|s)?/.exec(limits);
    const now = seconds ? String(Number(seconds[1]) / (seconds[2] === "ms" ? 1000 : 1)) : "";
    const problem = make("span", { class: "field-problem", role: "alert" });
    const control = make("input", {
      id: field, class: "field-input", type: "number", min: "0.1", max: String(most), step: "any", value: now, placeholder: t("page.unset"),
      oninput: () => {
        const given = Number(control.value);
        const fits = control.value === "" || (given > 0 && given <= most);
        limits = control.value !== "" && fits ? `time=${given}s` : "";
        problem.textContent = fits ? "" : t("page.limit-range", { most });
        renderSpec();
        onChange();
      },
    });
    return make("div", { class: "field" }, [
      make("label", { for: field, class: "field-label" }, t("page.limit")), control,
      make("span", { class: "field-help" }, t(help)), problem,
    ]);
  }

  /** @param {Player} next */
  function set(next) {
    values = {};
    limits = next.kind === "level" ? "" : next.limits ?? "";
    if (next.kind === "agent" && next.spec.startsWith(MODEL)) {
      if (![...modelGroup.children].some((option) => option instanceof HTMLOptionElement && option.value === next.spec)) fillModels([next.spec.slice(MODEL.length)]);
      who.value = next.spec;
    } else if (next.kind === "agent") {
      const parsed = parseSpec(next.spec);
      who.value = parsed.name;
      values = withLearning(parsed.name, parsed.values);
    } else {
      who.value = next.kind === "level" ? `level:${next.level}` : "person";
    }
    if (who.selectedIndex < 0) who.selectedIndex = 0;
    renderOptions();
  }

  who.addEventListener("change", () => {
    values = withLearning(who.value, {});
    limits = "";
    renderOptions();
    onChange();
  });
  set(player);

  return {
    element,
    set,
    /**
     * Another board: other levels can play there, and learners begin otherwise.
     * @param {string[]} nextLevels
     * @param {import("../state.js").Suited} nextSuited
     * @param {string[]} models that play there
     */
    offer(nextLevels, nextSuited, models) {
      const before = who.value;
      [levels, suited] = [nextLevels, nextSuited];
      fillLevels();
      fillModels(models);
      who.value = before;
      // Who cannot play there makes room for the strongest who can.
      if (who.selectedIndex < 0) who.value = `level:${nextLevels[nextLevels.length - 1]}`;
      const { learn, budget, ...rest } = values;
      if (learn !== undefined) values = withLearning(who.value, rest);
      renderOptions();
    },
    /** @returns {Player} */
    get() {
      const agent = chosen();
      if (who.value.startsWith("level:")) return { kind: "level", level: who.value.slice(6) };
      const limited = limits ? { limits } : {};
      if (who.value.startsWith(MODEL)) return { kind: "agent", spec: who.value };
      return agent ? { kind: "agent", spec: formatSpec(agent, values), ...limited } : { kind: "person", ...limited };
    },
    /** The first thing that is wrong, in words; null when all is well. */
    problem() {
      const first = [...element.querySelectorAll(".field-problem")].find((note) => note.textContent !== "");
      return first?.textContent ?? null;
    },
  };
}

/** @param {string} level */
function levelName(level) {
  return has(`level.${level}`) ? t(`level.${level}`) : level;
}

/**
 * A player as people read it.
 * @param {Player} player
 */
export function playerName(player) {
  if (player.kind === "person") return t("page.person");
  if (player.kind === "level") return levelName(player.level);
  if (player.spec.startsWith(MODEL)) return player.spec.slice(MODEL.length);
  return player.limits ? `${player.spec} @ ${player.limits}` : player.spec;
}
