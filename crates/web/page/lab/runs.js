// @ts-check
// The list of jobs: every run has the same card, whatever it does and however it stands.

import { button, fillWith, make } from "../dom.js";
import { number, time } from "../format.js";
import { t } from "../text.js";

/** @typedef {import("../../page-types/protocol.d.ts").Job} Job */
/** @typedef {import("../../page-types/protocol.d.ts").Change} Change */

/**
 * What a job is called.
 * @param {Job} job
 */
export function nameOf({ number: count, wanted, label }) {
  const told = wanted.kind === "train" ? `${wanted.method} ${wanted.rules}`
    : wanted.kind === "contest" ? `${wanted.agents.join(" – ")}, ${wanted.rules}` : `${wanted.name}${wanted.quick ? ` (${t("jobs.is-quick")})` : ""}`;
  return `${count} · ${label ?? told}`;
}

/**
 * What can be done with a job in its state.
 * @param {Job["state"]} state
 * @returns {Change[]}
 */
export function changesOf(state) {
  if (state === "queued" || state === "running") return ["pause", "stop"];
  if (state === "paused") return ["resume", "stop"];
  return state === "done" ? ["remove"] : ["resume", "remove"];
}

/**
 * @param {object} act
 * @param {(number: number) => void} act.choose
 * @param {(number: number) => void} act.compare
 * @param {(number: number, to: Change) => void} act.manage
 */
export function createRuns({ choose, compare, manage }) {
  const element = make("ul", { class: "lab-runs" });
  /** @type {Map<number, ReturnType<typeof createCard>>} */
  const cards = new Map();

  /** @param {number} count */
  function createCard(count) {
    const name = button("", () => choose(count), { class: "lab-name" });
    const state = make("span", { class: "lab-state" });
    const bar = make("progress", { class: "lab-progress" });
    const told = make("p", { class: "lab-told numeric" });
    const failure = make("p", { class: "lab-failure" });
    const tick = make("input", { type: "checkbox", onchange: () => compare(count) });
    const compared = make("span", {});
    const buttons = make("div", { class: "bar" });
    let shown = "";
    const card = make("li", { class: "card lab-run", "data-job": String(count) }, [
      make("div", { class: "lab-run-head" }, [name, state]), bar, told, failure,
      make("div", { class: "lab-run-foot" }, [make("label", { class: "tick" }, [tick, compared]), buttons]),
    ]);
    return {
      card,
      /**
       * Only what has changed is touched: a card that is made anew would take the focus from whoever uses it.
       * @param {Job} job
       * @param {boolean} isOpen
       */
      render(job, isOpen) {
        name.textContent = nameOf(job);
        state.textContent = t(`jobs.state-${job.state}`);
        card.dataset.state = job.state;
        card.classList.toggle("is-open", isOpen);
        name.setAttribute("aria-pressed", String(isOpen));
        tick.checked = isOpen;
        compared.textContent = t("jobs.compare");
        tick.parentElement?.toggleAttribute("hidden", job.wanted.kind !== "train");
        bar.max = Math.max(1, job.of);
        bar.value = job.done;
        bar.setAttribute("aria-label", t("jobs.progress", { name: nameOf(job) }));
        const left = job.left_ms !== null && job.state === "running" ? t("jobs.left", { time: time(job.left_ms) }) : "";
        const isShare = job.wanted.kind === "experiment";
        const done = isShare ? `${Math.floor(100 * job.done / Math.max(1, job.of))} %` : t("jobs.done-of", { done: number(job.done), of: number(job.of) });
        told.textContent = [done, t("jobs.spent", { time: time(job.spent_ms) }), left].filter(Boolean).join(" · ");
        failure.textContent = job.failure ?? "";
        const words = changesOf(job.state);
        const key = words.map((to) => t(`jobs.${to}`)).join();
        if (key === shown) return;
        shown = key;
        fillWith(buttons, words.map((to) => button(t(`jobs.${to}`), () => manage(count, to), {
          "data-change": to, "aria-label": t(`jobs.${to}-named`, { name: nameOf(job) }),
        })));
      },
    };
  }

  return {
    element,
    /**
     * @param {Job[]} jobs the newest first
     * @param {number[]} open those whose chart is shown
     */
    render(jobs, open) {
      element.setAttribute("aria-label", t("jobs.title"));
      const known = new Set(jobs.map((job) => job.number));
      for (const [count, { card }] of cards) {
        if (known.has(count)) continue;
        card.remove();
        cards.delete(count);
      }
      jobs.forEach((job, i) => {
        const card = cards.get(job.number) ?? createCard(job.number);
        cards.set(job.number, card);
        card.render(job, open.includes(job.number));
        if (element.children[i] !== card.card) element.insertBefore(card.card, element.children[i] ?? null);
      });
    },
  };
}
