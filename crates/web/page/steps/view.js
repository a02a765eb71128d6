// @ts-check
// Step by step: a recorded search, or two of the same position side by side, at any of their steps. The address follows,
// so that a link points at a step.

import { button, fillWith, make } from "../dom.js";
import { requestsFor } from "../game/restore.js";
import { linkedGame } from "../link.js";
import { onLanguage } from "../text.js";
import { createChooser } from "./chooser.js";
import { comparison } from "./compare.js";
import { createPanel } from "./panel.js";
import { SPEEDS, createPlaybackBar } from "./playback.js";
import { createReplay } from "./replay.js";
import { createTogether } from "./together.js";
import { isPresenting, present, presentationKey } from "../learn/present.js";
import { backOver, over } from "./walk.js";

/** @typedef {import("../tree/view.js").App} App */
/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./chooser.js").Example} Example */

/** Browsers allow an address to change only so often. */
const LINK_EVERY_MS = 400;

/**
 * @param {HTMLElement} element
 * @param {App} app
 */
export function mountSteps(element, app) {
  const { t, connection, link } = app;
  /** @type {Replay[]} */
  let replays = [];
  /** @type {ReturnType<typeof createPanel>[]} */
  let panels = [];
  /** @type {ReturnType<typeof createPlaybackBar>[]} */
  let bars = [];
  /** @type {import("./together.js").Together|null} */
  let together = null;
  let speed = 2;
  /** The search that plays by itself, or null. */
  let playing = /** @type {number|null} */ (null);
  /** The search that keys drive. */
  let touched = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let clock;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let linkTimer;
  let requests = 0;
  let isBusy = false;
  /** Whether what is shown came from the address, and so follows the position that the address names. */
  let isLinked = false;
  /** @type {string|null} */
  let recordedPosition = null;
  /** @type {string|null} */
  let recordedTree = null;
  /** The game that an example took the place of. @type {import("../link.js").LinkedGame|null} */
  let aside = null;
  /** @type {() => string} */
  let status = () => "";

  const chooser = createChooser(app, { example: showExample, record: () => { isLinked = false; void record(1, null); } });
  const notes = make("div", { class: "steps-notes", role: "status" });
  const shared = make("div", { class: "steps-shared" });
  const stage = make("div", { class: "steps-stage" });
  const view = make("section", { class: "steps-view" }, [chooser.element, notes, shared, stage]);
  fillWith(element, view);

  /**
   * Asks the program for the steps of what is chosen, and shows one of them.
   * @param {number} step
   * @param {number|null} otherStep when the two searches do not go together
   */
  async function record(step, otherStep) {
    const game = app.state();
    const { spec, other, tree } = chooser.read();
    if (!game || !spec) return;
    pause();
    requests += 1;
    const mine = requests;
    isBusy = true;
    status = () => t("steps.recording");
    tell();
    link.set("spec", spec);
    link.set("other", other);
    link.set("tree", tree);
    const { position } = game;
    try {
      const found = [];
      // One after the other: the program does only so many searches at once for a page.
      for (const wanted of other === null ? [spec] : [spec, other]) {
        const recording = await connection.ask({ type: "steps", spec: wanted, ...(tree === null ? { position } : { tree }) });
        if (mine !== requests) return;
        found.push(createReplay(recording));
      }
      recordedPosition = tree === null ? position : null;
      recordedTree = tree;
      receive(found);
      goTo(step, otherStep);
      status = () => "";
      chooser.close();
    } catch (error) {
      if (mine !== requests) return;
      isLinked = false;
      const why = /** @type {Error} */ (error).message;
      status = () => t("steps.failed", { why });
    }
    isBusy = false;
    build();
  }

  /**
   * @param {number} step
   * @param {number|null} otherStep
   */
  function goTo(step, otherStep) {
    together?.setTogether(otherStep === null);
    together?.go(together.isTogether() ? together.driver : 0, step);
    if (otherStep !== null && replays.length === 2) together?.go(1, otherStep);
  }

  /** @param {Replay[]} found */
  function receive(found) {
    replays = found.filter((replay) => replay.length > 0);
    together = replays.length > 0 ? createTogether(replays) : null;
    touched = together?.driver ?? 0;
  }

  /** @param {Example} example */
  async function showExample(example) {
    const game = app.state();
    isLinked = false;
    // What is shown, and what is still being searched, belongs to another position.
    requests += 1;
    const mine = requests;
    pause();
    receive([]);
    isBusy = true;
    status = () => t("steps.recording");
    build();
    if (game && aside === null && game.moves.length > 0 && !game.result) aside = linkedGame(game);
    chooser.choose(example.spec, example.other);
    const person = /** @type {const} */ ({ kind: "person" });
    try {
      await connection.ask({ type: "new", rules: example.rules, moves: example.moves, x: person, o: person });
      if (mine === requests) await record(1, null);
    } catch (error) {
      if (mine !== requests) return;
      isBusy = false;
      const why = /** @type {Error} */ (error).message;
      status = () => t("steps.failed", { why });
      tell();
    }
  }

  async function bringBack() {
    const game = aside;
    if (game === null) return;
    aside = null;
    try {
      for (const request of requestsFor(game)) await connection.ask(request);
    } catch (error) {
      aside = game;
      const why = /** @type {Error} */ (error).message;
      status = () => why;
    }
    tell();
  }

  /** The notes above the steps. */
  function tell() {
    const game = app.state();
    const isOld = together !== null && !isBusy && game !== null && recordedTree === null && game.position !== recordedPosition;
    chooser.setBusy(isBusy);
    chooser.mark(exampleShown()?.id ?? null);
    const [a, b] = replays;
    const text = status();
    fillWith(notes, [
      text ? make("p", { class: isBusy ? "steps-busy" : "steps-status" }, text) : null,
      isOld ? make("p", {}, t("steps.moved-on")) : null,
      aside ? make("p", { class: "steps-aside" }, [t("steps.put-aside"), " ", button(t("steps.bring-back"), bringBack)]) : null,
      a && b && !isBusy ? make("p", { class: "steps-compare" }, comparison(a.recording, b.recording, t)) : null,
    ]);
  }

  /** @returns {Example|undefined} */
  function exampleShown() {
    const game = app.state();
    const { spec, other, tree } = chooser.read();
    if (!game || together === null || tree !== null) return undefined;
    const moves = game.moves.slice(0, game.ply).join(" ");
    return (app.welcome()?.examples ?? []).find((/** @type {Example} */ example) =>
      example.rules === game.rules && example.moves === moves && example.spec === spec && example.other === other);
  }

  /** Makes panels and players anew: other searches, or another language. */
  function build() {
    panels = replays.map((replay) => createPanel(replay, app, { notate: build }));
    arrange();
    show();
    tell();
  }

  /** Players stand in the panels, or once for both. */
  function arrange() {
    view.classList.toggle("is-recorded", together !== null);
    if (!together) {
      fillWith(stage, []);
      fillWith(shared, []);
      return;
    }
    bars = replays.map((_, which) => createPlaybackBar(t, {
      go: (n) => move(which, n),
      over: () => move(which, over(replays[which], positionOf(which))),
      backOver: () => move(which, backOver(replays[which], positionOf(which))),
      toggle: () => (playing === null ? play(which) : pause()),
      setSpeed: (next) => {
        speed = next;
        show();
      },
    }));
    const isOne = replays.length === 1 || together.isTogether();
    const tick = make("input", {
      type: "checkbox", checked: together.isTogether(),
      onchange: () => {
        pause();
        together?.setTogether(tick.checked);
        arrange();
        show();
      },
    });
    fillWith(shared, [
      isOne ? bars[together.driver].element : null,
      button(t("lesson.present"), () => present(true), { class: "steps-present", title: t("lesson.present-hint") }),
      replays.length === 2 ? make("label", { class: "tick steps-together", title: t("steps.linked-hint") }, [tick, t("steps.linked")]) : null,
    ]);
    panels.forEach((panel, which) => fillWith(panel.place, isOne ? null : bars[which].element));
    stage.classList.toggle("is-pair", replays.length === 2);
    fillWith(stage, [...panels.map((panel) => panel.element), make("p", { class: "steps-keys quiet" }, t("steps.keys"))]);
  }

  /** @param {number} which */
  function positionOf(which) {
    return together?.positions()[which] ?? 1;
  }

  function show() {
    if (!together) return;
    together.positions().forEach((n, which) => {
      panels[which].show(n);
      bars[which].show({ n, length: replays[which].length, isPlaying: playing !== null, speed });
    });
    // Read out what happens, but not while it runs by itself.
    view.querySelectorAll(".step-sentence").forEach((each) => each.setAttribute("aria-live", playing === null ? "polite" : "off"));
    writeLink();
  }

  /** The address follows, at once or a little later. */
  function writeLink() {
    if (linkTimer !== undefined) return;
    const write = () => {
      if (!together || view.closest("[hidden]")) return;
      link.set("step", String(positionOf(together.isTogether() ? together.driver : 0)));
      link.set("other-step", together.isTogether() || replays.length < 2 ? null : String(positionOf(1)));
    };
    write();
    linkTimer = setTimeout(() => {
      linkTimer = undefined;
      write();
    }, LINK_EVERY_MS);
  }

  /**
   * @param {number} which
   * @param {number} n
   */
  function move(which, n) {
    touched = which;
    isLinked = false;
    pause();
    together?.go(which, n);
    show();
  }

  /** @param {number} which */
  function play(which) {
    touched = which;
    playing = which;
    if (together?.isAtEnd(which)) together.go(which, 1);
    show();
    tick();
  }

  function tick() {
    clearTimeout(clock);
    if (playing === null || !together) return;
    clock = setTimeout(() => {
      if (playing === null || !together) return;
      together.go(playing, positionOf(playing) + 1);
      if (together.isAtEnd(playing) || view.closest("[hidden]")) playing = null;
      show();
      tick();
    }, 1000 / SPEEDS[speed]);
  }

  function pause() {
    if (playing === null) return;
    playing = null;
    clearTimeout(clock);
    show();
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (!together || view.closest("[hidden]") || event.altKey || event.ctrlKey || event.metaKey) return;
    const target = /** @type {Element|null} */ (event.target);
    if (target?.closest("input, select, textarea, dialog, [role=tablist]")) return;
    if (presentationKey(event)) return event.preventDefault();
    const which = together.isTogether() ? together.driver : touched;
    const now = positionOf(which);
    const steps = /** @type {Record<string, () => void>} */ ({
      ArrowRight: () => move(which, event.shiftKey ? over(replays[which], now) : now + 1),
      ArrowLeft: () => move(which, event.shiftKey ? backOver(replays[which], now) : now - 1),
      Home: () => move(which, 1),
      End: () => move(which, Infinity),
      ...(isPresenting() ? { PageDown: () => move(which, now + 1), PageUp: () => move(which, now - 1) } : {}),
      " ": () => (playing === null ? play(which) : pause()),
    });
    // A button under the focus keeps its space bar.
    if (!(event.key in steps) || (event.key === " " && target?.closest("button"))) return;
    event.preventDefault();
    steps[event.key]();
  }

  /** Shows what the address names. */
  function followLink() {
    const spec = link.get("spec");
    if (!spec || link.get("view") !== "steps") return;
    const other = link.get("other") ?? null;
    const tree = link.get("tree") ?? null;
    const [step, otherStep] = ["step", "other-step"].map((name) => Number(link.get(name) ?? NaN));
    const shown = chooser.read();
    const isSame = together !== null && shown.spec === spec && shown.other === other
      && (tree === null ? recordedTree === null && app.state()?.position === recordedPosition : tree === recordedTree);
    isLinked = true;
    if (isSame) {
      goTo(Number.isFinite(step) ? step : 1, Number.isFinite(otherStep) ? otherStep : null);
      arrange();
      show();
      return;
    }
    chooser.choose(spec, other, tree);
    void record(Number.isFinite(step) ? step : 1, Number.isFinite(otherStep) ? otherStep : null);
  }

  function translate() {
    chooser.translate();
    build();
  }

  document.addEventListener("keydown", onKey);
  addEventListener("hashchange", followLink);
  app.onLesson(followLink);
  onLanguage(translate);
  translate();
  let isFirst = true;
  app.onState((game) => {
    chooser.offer(game);
    const isNew = chooser.read().tree === null && game.position !== recordedPosition;
    const isSeen = view.closest("[hidden]") === null;
    if (isFirst || (isLinked && isNew && !isBusy && isSeen)) followLink();
    isFirst = false;
    tell();
  });
}
