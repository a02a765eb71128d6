// @ts-check
// What a person can choose about the page itself: language, colours, how boards look, sounds.

import { openDialog } from "./dialog.js";
import { button, make } from "./dom.js";
import { openTour } from "./home/tour.js";
import { LANGUAGES } from "./languages.js";
import { setSounds, soundsAreOn } from "./sound.js";
import { remembered } from "./storage.js";
import { language, t } from "./text.js";

const THEMES = /** @type {const} */ (["system", "light", "dark"]);
const LOOKS = /** @type {const} */ (["auto", "marks", "stones"]);

/** Shows the page in the colours that were chosen, or those of the system. */
export function applyTheme() {
  const theme = remembered.get("theme");
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  else delete document.documentElement.dataset.theme;
}

/** How stones are drawn, if somebody chose. @returns {import("./board/draw.js").Look|undefined} */
export function chosenLook() {
  const look = remembered.get("look");
  return look === "marks" || look === "stones" ? look : undefined;
}

export function numbersMoves() {
  return remembered.get("numbers") === "on";
}

/**
 * @param {{speak: (language: import("./languages.js").Language) => Promise<void>, changed: () => void}} act
 */
export function openSettings({ speak, changed }) {
  const field = (/** @type {HTMLSelectElement} */ control, /** @type {string} */ key) =>
    make("div", { class: "field" }, [make("label", { for: control.id, class: "field-label" }, t(key)), control]);
  const select = (/** @type {string} */ id, /** @type {readonly (readonly [string, string])[]} */ options, /** @type {string} */ now, /** @type {(value: string) => void} */ act) => {
    const control = make("select", { id, class: "field-input", onchange: () => act(control.value) },
      options.map(([value, name]) => make("option", { value, selected: value === now }, name)));
    return control;
  };
  const tick = (/** @type {string} */ id, /** @type {boolean} */ checked, /** @type {string} */ key, /** @type {(on: boolean) => void} */ act) => {
    const box = make("input", { id, type: "checkbox", checked, onchange: () => act(box.checked) });
    return make("label", { class: "tick", for: id }, [box, t(key)]);
  };
  const dialog = openDialog({
    title: t("page.settings"),
    class: "dialog-settings",
    content: [
      field(select("settings-language", LANGUAGES.map(([code, name]) => [code, name]), language(), (value) => {
        const wanted = LANGUAGES.find(([code]) => code === value);
        if (!wanted) return;
        dialog.close();
        void speak(wanted[0]);
      }), "page.language"),
      field(select("theme", THEMES.map((name) => [name, t(`page.theme-${name}`)]), remembered.get("theme") ?? "system", (value) => {
        remembered.set("theme", value);
        applyTheme();
      }), "page.theme"),
      field(select("look", LOOKS.map((name) => [name, t(`page.look-${name}`)]), chosenLook() ?? "auto", (value) => {
        remembered.set("look", value);
        changed();
      }), "page.look-stones-as"),
      tick("numbers", numbersMoves(), "page.numbers", (on) => {
        remembered.set("numbers", on ? "on" : "off");
        changed();
      }),
      tick("sounds", soundsAreOn(), "page.sounds", setSounds),
      button(t("tour.again"), () => {
        dialog.close();
        openTour();
      }, { id: "tour-again" }),
      make("p", { class: "field-help" }, t("page.keys-help")),
    ],
    action: t("page.close"),
    act: () => true,
  });
}
