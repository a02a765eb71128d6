// @ts-check
// What an analysis may cost, as controls: how long it searches, how many lines it follows, threads and memory. This browser
// remembers them; what the program does not allow a page is not offered.

import { make } from "../dom.js";
import { formatSpec, parseSpec } from "../game/spec.js";
import { remembered } from "../storage.js";
import { t } from "../text.js";

const SECONDS = [1, 2, 5, 10, 30];
const LINES = [1, 2, 3, 5, 8, 10];
const MEGABYTES = [16, 64, 256, 1024];
/** As long as the program has not said what it allows. */
const USUAL_BOUNDS = { time_ms: 10_000, threads: 1, megabytes: 64, endless: false };

/** The choice without an end, among numbers of seconds. */
const ENDLESS = Infinity;

/** The agent whose lines, threads and memory are chosen here. */
const ENGINE = "engine";

/**
 * @param {object} means
 * @param {() => import("../connection.js").Welcome|null} means.welcome
 * @param {() => void} means.onChange
 */
export function createEffort({ welcome, onChange }) {
  const chosen = {
    seconds: numberOr(remembered.get("analysis-seconds"), 2),
    lines: numberOr(remembered.get("analysis-lines"), 5),
    threads: numberOr(remembered.get("analysis-threads"), 1),
    memory: numberOr(remembered.get("analysis-memory"), 64),
  };
  const bounds = () => welcome()?.bounds ?? USUAL_BOUNDS;

  /**
   * @param {keyof typeof chosen} name
   * @param {number[]} values
   * @param {(value: number) => string} told
   */
  function field(name, values, told) {
    const id = `overlay-${name}`;
    const shown = values.findLast((value) => value <= chosen[name]) ?? values[0];
    const select = make("select", { id, class: "field-input", onchange: () => {
      chosen[name] = Number(select.value);
      remembered.set(`analysis-${name}`, select.value);
      onChange();
    } }, values.map((value) => make("option", { value: String(value), selected: value === shown }, told(value))));
    return make("div", { class: "field" }, [make("label", { for: id, class: "field-label" }, t(`analysis.${name}`)), select]);
  }

  const isAgent = (/** @type {string} */ spec) => parseSpec(spec).name === ENGINE;
  const mostSeconds = () => (bounds().endless ? ENDLESS : bounds().time_ms / 1000);

  return {
    /** @param {string} spec of who is asked */
    fields(spec) {
      const { endless, time_ms, threads, megabytes } = bounds();
      const seconds = SECONDS.filter((value) => value <= time_ms / 1000);
      const time = field("seconds", endless ? [...seconds, ENDLESS] : seconds, (value) => (value === ENDLESS ? t("analysis.endless") : t("page.seconds", { count: value })));
      if (!isAgent(spec)) return [time];
      return [
        field("lines", LINES, String), time,
        threads > 1 && field("threads", Array.from({ length: threads }, (_, i) => i + 1), String),
        megabytes > MEGABYTES[0] && field("memory", MEGABYTES.filter((value) => value <= megabytes), (value) => t("analysis.megabytes", { count: value })),
      ];
    },
    /**
     * Who is asked, with the lines, threads and memory that are chosen.
     * @param {string} spec
     */
    specOf(spec) {
      const agent = welcome()?.agents.find(({ name }) => name === ENGINE);
      if (!agent || !isAgent(spec)) return spec;
      const { threads, megabytes } = bounds();
      return formatSpec(agent, {
        ...parseSpec(spec).values,
        lines: String(chosen.lines), threads: String(Math.min(chosen.threads, threads)), memory: String(Math.min(chosen.memory, megabytes)),
      });
    },
    /** @returns {{limits?: string, endless?: boolean}} as the request for an analysis has them */
    limits() {
      const seconds = Math.min(chosen.seconds, mostSeconds());
      return seconds === ENDLESS ? { endless: true } : { limits: `time=${Math.min(seconds, bounds().time_ms / 1000)}s` };
    },
  };
}

/**
 * @param {string|null} text
 * @param {number} usual
 */
function numberOr(text, usual) {
  const value = Number(text ?? NaN);
  return Number.isNaN(value) || value <= 0 ? usual : value;
}
