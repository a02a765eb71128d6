// @ts-check
// A dialog over the page: title, content, buttons. Escape and the cross close it, Enter does what its main button does.

import { button, make } from "./dom.js";
import { icon } from "./icons.js";
import { t } from "./text.js";

/**
 * @param {object} parts
 * @param {string} parts.title
 * @param {import("./dom.js").Child[]} parts.content
 * @param {string} parts.action what the main button says
 * @param {() => boolean|Promise<boolean>} parts.act gives false to keep the dialog open
 * @param {import("./dom.js").Child[]} [parts.more] further buttons
 * @param {string} [parts.class]
 * @param {boolean} [parts.lasting] cannot be dismissed
 */
export function openDialog({ title, content, action, act, more = [], class: looks = "", lasting = false }) {
  const problem = make("p", { class: "dialog-problem", role: "alert" });
  const main = make("button", { type: "submit", class: "button button-main" }, action);
  const form = make("form", { class: "dialog-form", method: "dialog", noValidate: true }, [
    make("header", { class: "dialog-head" }, [
      make("h2", {}, title),
      !lasting && button(t("page.close"), () => dialog.close(), { icon: icon("close") }),
    ]),
    make("div", { class: "dialog-body" }, content),
    problem,
    make("footer", { class: "dialog-foot" }, [...more, main]),
  ]);
  const dialog = make("dialog", { class: `dialog ${looks}`, "aria-label": title }, form);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    main.disabled = true;
    problem.textContent = "";
    try {
      if (await act()) dialog.close();
    } catch (error) {
      problem.textContent = error instanceof Error ? error.message : String(error);
    }
    main.disabled = false;
  });
  dialog.addEventListener("cancel", (event) => { if (lasting) event.preventDefault(); });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
