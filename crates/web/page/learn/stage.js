// @ts-check
// What stands beside a lesson's words: its searches, each at one of its steps, with a player; alternatives one at a time.

import { fillWith, make } from "../dom.js";
import { createPanel } from "../steps/panel.js";
import { SPEEDS, createPlaybackBar } from "../steps/playback.js";
import { MOST_DRAWN, shapeOfRecording } from "../steps/shape.js";
import { backOver, over } from "../steps/walk.js";

/** @typedef {import("../steps/replay.js").Replay} Replay */

/**
 * @param {HTMLElement} host
 * @param {import("../tree/view.js").App} app
 * @param {(step: number) => void} moved somebody went to another step
 */
export function createStage(host, app, moved) {
  const { t } = app;
  /** @type {Replay[]} */
  let replays = [];
  /** @type {ReturnType<typeof createPanel>[]} */
  let panels = [];
  /** @type {ReturnType<typeof createPlaybackBar>|null} */
  let bar = null;
  /** @type {import("../steps/figure.js").Asked} */
  let asked = {};
  let shown = 0;
  let isOneByOne = false;
  let isWhole = false;
  let isWithheld = false;
  let speed = 1;
  let isPlaying = false;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let clock;
  /** @type {number[]} */
  let steps = [];

  function build() {
    panels = replays.map((replay) => {
      const nodes = isWhole && replay.recording.tree.length <= MOST_DRAWN ? shapeOfRecording(replay.recording) : undefined;
      return createPanel(replay, app, { nodes, notate: build });
    });
    bar = createPlaybackBar(t, {
      go: move,
      over: () => move(over(replays[shown], steps[shown])),
      backOver: () => move(backOver(replays[shown], steps[shown])),
      toggle: () => (isPlaying ? pause() : play()),
      setSpeed: (next) => { speed = next; draw(); },
    });
    panels[shown]?.figure?.ask(asked);
    panels[shown]?.withhold(isWithheld);
    arrange();
    draw();
  }

  function arrange() {
    const seen = isOneByOne ? [panels[shown]] : panels;
    fillWith(host, [
      bar && make("div", { class: "steps-shared" }, bar.element),
      make("div", { class: `steps-stage${seen.length === 2 ? " is-pair" : ""}` }, seen.map(({ element }) => element)),
    ]);
  }

  function draw() {
    panels.forEach((panel, i) => panel.show(steps[i]));
    bar?.show({ n: steps[shown], length: replays[shown].length, isPlaying, speed });
  }

  /** @param {number} n */
  function move(n) {
    pause();
    go(n);
  }

  /** Searches side by side go on together, as far as each goes. @param {number} n */
  function go(n) {
    const clamped = Math.min(replays[shown].length, Math.max(1, Math.round(n) || 1));
    const share = clamped / replays[shown].length;
    steps = steps.map((_, i) => (i === shown || isOneByOne ? (i === shown ? clamped : steps[i]) : Math.max(1, Math.round(share * replays[i].length))));
    draw();
    moved(clamped);
  }

  function play() {
    isPlaying = true;
    if (steps[shown] >= replays[shown].length) go(1);
    draw();
    tick();
  }

  function tick() {
    clearTimeout(clock);
    if (!isPlaying) return;
    clock = setTimeout(() => {
      if (!isPlaying || replays.length === 0) return;
      go(steps[shown] + 1);
      if (steps[shown] >= replays[shown].length || host.closest("[hidden]")) pause();
      else tick();
    }, 1000 / SPEEDS[speed]);
  }

  function pause() {
    if (!isPlaying) return;
    isPlaying = false;
    clearTimeout(clock);
    draw();
  }

  return {
    /** Nothing, while a lesson is fetched. */
    clear() {
      pause();
      [replays, panels, steps, bar, asked] = [[], [], [], null, {}];
      fillWith(host, []);
    },

    /**
     * @param {Replay[]} found
     * @param {{isOneByOne: boolean, isWhole: boolean, step: number}} how
     */
    receive(found, how) {
      pause();
      replays = found;
      ({ isOneByOne, isWhole } = how);
      shown = 0;
      steps = replays.map((replay, i) => (i === 0 ? Math.min(how.step, replay.length) : 1));
      // Beside a search that has come to its end the other one has, too.
      if (!isOneByOne && replays.length > 1 && how.step >= replays[0].length) steps = replays.map(({ length }) => length);
      asked = {};
      build();
    },

    /**
     * @param {import("../steps/figure.js").Asked} next
     * @param {boolean} withheld whether the results of playouts are asked for
     */
    ask(next, withheld) {
      asked = next;
      isWithheld = withheld;
      panels[shown]?.figure?.ask(next);
      panels[shown]?.withhold(withheld);
      draw();
    },

    /** Of alternatives, shows this one. @param {number} which */
    choose(which) {
      if (!isOneByOne || which === shown) return;
      pause();
      shown = which;
      arrange();
      draw();
    },

    /** @param {number} n */
    go: move,
    /** @param {(replay: Replay, n: number) => number} way */
    walk: (way) => move(way(replays[shown], steps[shown])),
    toggle: () => (isPlaying ? pause() : play()),
    step: () => steps[shown] ?? 1,
    isEmpty: () => replays.length === 0,
    build: () => { if (replays.length > 0) build(); },
  };
}
