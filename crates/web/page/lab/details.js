// @ts-check
// What can be told of one training and done with what it has learned: how it fares, the lines it loses, a name for its model, a game
// against it.

import { button, fillWith, make } from "../dom.js";
import { number } from "../format.js";
import { t } from "../text.js";

/** @typedef {import("../../page-types/protocol.d.ts").Job} Job */
/** @typedef {import("../../page-types/protocol.d.ts").Audit} Audit */

/**
 * @param {object} act
 * @param {(rules: string, spec: string) => void} act.play
 * @param {(rules: string, moves: string[]) => void} act.look
 * @param {[Audit, Audit]|null} audit
 * @param {string} rules
 */
export function auditTold({ look }, audit, rules) {
  if (!audit) return null;
  const sides = audit.map((side, i) => {
    const words = t("jobs.audit", { side: t(i === 0 ? "jobs.first" : "jobs.second"), losses: number(side.losses), games: number(side.games) });
    const line = side.first_loss;
    return make("li", {}, [words, line && button(t("jobs.look"), () => look(rules, line), { class: "lab-look" })]);
  });
  return make("ul", { class: "lab-audit" }, sides);
}

/** The form that asks for a name, by the job it is of: it is not made anew while somebody types. */
let naming = { job: -1, form: /** @type {HTMLElement|null} */ (null), language: "" };

/**
 * @param {HTMLElement} host
 * @param {Job|null} job
 * @param {object} act
 * @param {(job: number, label: string) => void} act.keep
 * @param {(rules: string, spec: string) => void} act.play
 * @param {(rules: string, moves: string[]) => void} act.look
 */
export function renderDetails(host, job, act) {
  if (!job || job.wanted.kind !== "train") {
    fillWith(host, []);
    return;
  }
  const wanted = job.wanted;
  const { strength, label, audit, has_model: hasModel } = job;
  const options = [wanted.preset, wanted.options, t("jobs.seed-is", { seed: wanted.seed })].filter(Boolean).join(" · ");
  const name = label ?? "";
  const percent = strength === null ? null : Math.round(100 * strength);
  const isForm = hasModel && !label && job.state !== "queued";
  const kept = t("jobs.keep");
  if (isForm && (naming.job !== job.number || naming.language !== kept)) naming = { job: job.number, form: namingForm(job.number, act.keep), language: kept };
  const content = make("div", { class: "card lab-facts" }, [
    make("p", {}, [make("strong", {}, `${wanted.method} ${wanted.rules}`), ` ${options}`]),
    percent !== null && make("p", { class: "lab-strength" }, t("jobs.strength", { percent })),
    auditTold(act, audit, wanted.rules),
    label && make("div", { class: "bar" }, [
      make("span", {}, t("jobs.called", { label })),
      button(t("jobs.play"), () => act.play(wanted.rules, `model:${name}`), { class: "button-main lab-play" }),
    ]),
  ]);
  const old = host.firstElementChild;
  // Only the words change; whoever types a name goes on typing.
  if (old && isForm && old.nextElementSibling === naming.form) old.replaceWith(content);
  else fillWith(host, [content, isForm && naming.form]);
}

/**
 * @param {number} job
 * @param {(job: number, label: string) => void} keep
 */
function namingForm(job, keep) {
  const field = make("input", { id: "lab-label", class: "field-input", autocomplete: "off", maxLength: 40, required: true });
  return make("form", {
    class: "card lab-naming",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      keep(job, field.value.trim());
    },
  }, [
    make("label", { for: "lab-label", class: "field-label" }, t("jobs.label")),
    make("div", { class: "lab-naming-row" }, [field, make("button", { type: "submit", class: "button", id: "lab-keep" }, t("jobs.keep"))]),
    make("span", { class: "field-help" }, t("jobs.label-help")),
  ]);
}
