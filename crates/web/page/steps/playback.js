// @ts-check
// The controls of a recorded search: a step on, a step back, whole branches, any step, and playing by itself.

import { svg } from "../board/svg.js";
import { button, fillWith, make } from "../dom.js";
import { icon } from "../icons.js";

/** Steps a second. */
export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32];

/**
 * @typedef {object} PlaybackActions
 * @property {(n: number) => void} go
 * @property {() => void} over
 * @property {() => void} backOver
 * @property {() => void} toggle plays or pauses
 * @property {(speed: number) => void} setSpeed an index into SPEEDS
 */

/**
 * @param {import("../tree/value.js").Say} t
 * @param {PlaybackActions} act
 */
export function createPlaybackBar(t, act) {
  let now = 1;
  const slider = make("input", { type: "range", min: "1", class: "player-slider", oninput: () => act.go(Number(slider.value)) });
  const field = make("input", { type: "number", min: "1", class: "field-input player-step", onchange: () => act.go(Number(field.value)) });
  const count = make("span", { class: "player-count" });
  const play = button(t("steps.play"), act.toggle, { icon: icon("play"), class: "player-play" });
  const speed = make("input", {
    type: "range", min: "0", max: String(SPEEDS.length - 1), class: "player-speed", oninput: () => act.setSpeed(Number(speed.value)),
  });
  const told = make("span", { class: "player-told quiet" });
  const element = make("div", { class: "step-player", role: "group" }, [
    make("div", { class: "bar bar-joined" }, [
      button(t("steps.first"), () => act.go(1), { icon: icon("first"), class: "player-first" }),
      button(t("steps.back-over"), act.backOver, { icon: hop("M20 14a8 7 0 0 0-15 0M5 7.5V14h6.5"), class: "player-back-over" }),
      button(t("steps.back"), () => act.go(now - 1), { icon: icon("back"), class: "player-back" }),
      play,
      button(t("steps.next"), () => act.go(now + 1), { icon: icon("forward"), class: "player-next" }),
      button(t("steps.over"), act.over, { icon: hop("M4 14a8 7 0 0 1 15 0M19 7.5V14h-6.5"), class: "player-over" }),
      button(t("steps.last"), () => act.go(Infinity), { icon: icon("last"), class: "player-last" }),
    ]),
    make("label", { class: "player-number" }, [make("span", { class: "quiet" }, t("steps.step")), field, count]),
    slider,
    make("label", { class: "player-pace" }, [make("span", { class: "quiet" }, t("steps.speed")), speed, told]),
  ]);
  slider.setAttribute("aria-label", t("steps.step"));

  return {
    element,
    /** @param {{n: number, length: number, isPlaying: boolean, speed: number}} state */
    show({ n, length, isPlaying, speed: pace }) {
      now = n;
      slider.max = String(length);
      slider.value = String(n);
      slider.setAttribute("aria-valuetext", t("steps.step-of", { step: n, count: length }));
      field.max = String(length);
      if (document.activeElement !== field) field.value = String(n);
      count.textContent = `/ ${length}`;
      fillWith(play, icon(isPlaying ? "pause" : "play"));
      const name = t(isPlaying ? "steps.pause" : "steps.play");
      play.setAttribute("aria-label", name);
      play.title = name;
      speed.value = String(pace);
      told.textContent = t("steps.per-second", { count: SPEEDS[pace] });
      speed.setAttribute("aria-valuetext", told.textContent);
      element.setAttribute("data-step", String(n));
    },
  };
}

/**
 * An arrow that goes over something.
 * @param {string} arrow
 */
function hop(arrow) {
  return svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, [
    svg("path", { d: arrow, fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }),
    svg("circle", { cx: 12, cy: 18.5, r: 2.4, fill: "currentColor" }),
  ]);
}
