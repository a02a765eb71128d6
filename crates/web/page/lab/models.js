// @ts-check
// The models that were given a name: what they are, and a game against each.

import { button, fillWith, make } from "../dom.js";
import { number } from "../format.js";
import { t } from "../text.js";
import { auditTold } from "./details.js";

/** @typedef {import("../../page-types/protocol.d.ts").Model} Model */

/**
 * @param {HTMLElement} host
 * @param {Model[]} models
 * @param {object} act
 * @param {(rules: string, spec: string) => void} act.play
 * @param {(rules: string, moves: string[]) => void} act.look
 * @param {(label: string) => void} act.forget
 */
export function renderModels(host, models, act) {
  host.hidden = models.length === 0;
  const key = JSON.stringify([models, t("jobs.models")]);
  if (host.dataset.shown === key) return;
  host.dataset.shown = key;
  const row = (/** @type {Model} */ { label, method, rules, learned, audit }) => make("li", { class: "lab-model", "data-label": label }, [
    make("div", {}, [
      make("strong", {}, label),
      make("span", { class: "quiet" }, ` ${t("jobs.model-told", { method, rules, learned: number(learned) })}`),
      auditTold(act, audit, rules),
    ]),
    make("div", { class: "bar" }, [
      button(t("jobs.play"), () => act.play(rules, `model:${label}`), { "aria-label": t("jobs.play-named", { name: label }) }),
      button(t("jobs.remove"), () => act.forget(label), { "aria-label": t("jobs.remove-named", { name: label }) }),
    ]),
  ]);
  fillWith(host, [make("h2", {}, t("jobs.models")), make("ul", { class: "lab-list" }, models.map(row))]);
}
