// @ts-check
// Presentation: the stage alone, full screen and large, for a projector. The page's keys drive it.

import { make } from "../dom.js";
import { onLanguage, t } from "../text.js";

const hint = make("p", { class: "present-keys" });

/** Whether a presentation is on. */
export const isPresenting = () => document.body.hasAttribute("data-presenting");

/** @param {boolean} on */
export function present(on) {
  if (on === isPresenting()) return;
  if (on) document.body.setAttribute("data-presenting", "");
  else document.body.removeAttribute("data-presenting");
  // A browser may refuse, as in a window that is embedded: large type and no frame remain.
  if (on) document.documentElement.requestFullscreen?.().catch(() => {});
  else if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
  if (on && !hint.isConnected) document.body.append(hint);
  hint.hidden = !on;
  say();
  dispatchEvent(new Event("resize"));
}

function say() {
  hint.textContent = t("lesson.present-keys");
}

onLanguage(say);
// Whoever leaves full screen by the browser's own key has left the presentation.
document.addEventListener("fullscreenchange", () => {
  if (!document.fullscreenElement) present(false);
});

/**
 * What a key means in a presentation and outside: P begins it, P and Escape end it.
 * @param {KeyboardEvent} event
 * @returns {boolean} whether it was such a key
 */
export function presentationKey(event) {
  const wanted = event.key === "p" || event.key === "P" ? !isPresenting() : event.key === "Escape" && isPresenting() ? false : null;
  if (wanted === null) return false;
  present(wanted);
  return true;
}
