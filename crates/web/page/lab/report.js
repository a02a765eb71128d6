// @ts-check
// The report of an experiment in the page: as the program writes it, within walls of its own so that its look and the page's stay apart.

import { button, fillWith, make } from "../dom.js";
import { save } from "../game/share.js";
import { t } from "../text.js";

/** @typedef {import("../../page-types/protocol.d.ts").Job} Job */

/**
 * @param {import("../connection.js").Connection} connection
 */
export function createReport(connection) {
  const bar = make("div", { class: "bar" });
  const paper = make("div", { class: "lab-paper", id: "lab-paper", tabIndex: 0, role: "document" });
  const element = make("section", { class: "card lab-report" }, [bar, paper]);
  const walls = paper.attachShadow({ mode: "open" });
  let shown = "";

  /** @param {Job} job */
  async function fetchReport(job) {
    const key = `${job.number}:${t("jobs.report")}`;
    if (key === shown) return;
    shown = key;
    try {
      const { html } = await connection.ask({ type: "report", job: job.number });
      if (shown !== key) return;
      // Its look goes a way of its own: the page takes no styles that come with markup.
      /** @type {string[]} */
      const styles = [];
      const bare = html.replace(/<style>([^]*?)<\/style>/g, (_, style) => {
        styles.push(style);
        return "";
      });
      const page = new DOMParser().parseFromString(bare, "text/html");
      const look = new CSSStyleSheet();
      // What a page says of its root, a part of a page says of its host.
      look.replaceSync(styles.join("\n").replace(/\b(html|body|:root)\b/g, ":host"));
      walls.adoptedStyleSheets = [look];
      // The page has a main part already.
      const content = page.querySelector("main") ?? page.body;
      walls.replaceChildren(...[...content.childNodes].map((node) => document.importNode(node, true)));
      paper.setAttribute("aria-label", page.title);
      fillWith(bar, button(t("jobs.download"), () => save(new Blob([html], { type: "text/html" }), `${nameOf(job)}.html`), { id: "lab-download" }));
    } catch {
      if (shown === key) shown = "";
    }
  }

  return {
    element,
    /** @param {Job|null} job an experiment */
    show(job) {
      const isDone = job?.state === "done";
      element.hidden = !isDone;
      if (job && isDone) void fetchReport(job);
    },
  };
}

/** @param {Job} job */
function nameOf({ wanted }) {
  return wanted.kind === "experiment" ? wanted.name : "report";
}
