// @ts-check
// The chart of one training or of several: drawn by the program, which draws those of its reports as well, and asked for anew when there is
// something new in it.

import { fillWith, make } from "../dom.js";
import { t } from "../text.js";

/** @typedef {import("../../page-types/protocol.d.ts").Job} Job */

/** A chart is not asked for more often than this. */
const PAUSE_MS = 400;

/** @param {import("../connection.js").Connection} connection */
export function createChart(connection) {
  const element = make("figure", { class: "lab-chart", id: "lab-chart" });
  /** What is drawn, or being asked for. */
  let drawn = "";
  /** @type {Job[]} */
  let wanted = [];
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  /** @param {Job[]} jobs */
  function keyOf(jobs) {
    return jobs.map(({ number, drawn: looks }) => `${number}:${looks}`).join(" ");
  }

  async function draw() {
    timer = undefined;
    const key = keyOf(wanted);
    const jobs = wanted.filter((job) => job.drawn > 0).map(({ number }) => number);
    if (key === drawn) return;
    drawn = key;
    if (jobs.length === 0) {
      fillWith(element, wanted.some((job) => job.wanted.kind !== "experiment") ? make("figcaption", { class: "quiet" }, t("jobs.chart-waits")) : []);
      return;
    }
    try {
      const { svg } = await connection.ask({ type: "chart", jobs, width: Math.round(element.clientWidth) || 860 });
      if (key === drawn) fillWith(element, picture(svg));
    } catch {
      // It was removed in between, or the program is away: it is asked for again when something changes.
      if (key === drawn) drawn = "";
    }
  }

  return {
    element,
    /** @param {Job[]} jobs */
    show(jobs) {
      // A report has its charts in it.
      element.hidden = jobs.every((job) => job.wanted.kind === "experiment");
      const isOther = jobs.map(({ number }) => number).join() !== wanted.map(({ number }) => number).join();
      wanted = jobs;
      if (isOther) void draw();
      else timer ??= setTimeout(() => { void draw(); }, PAUSE_MS);
    },
    /** What is drawn speaks another language, or is of another width. */
    forget() {
      drawn = "";
    },
  };
}

/**
 * A drawing of the program as elements of the page.
 * @param {string} svg
 */
function picture(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}
