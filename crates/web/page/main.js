// @ts-check
// The page: connects, keeps the game and the address in step, and shows its places. The views that take a search apart are
// loaded when they are first opened.

import { createAddress } from "./address.js";
import { drawBoard } from "./board/draw.js";
import { connect } from "./connection.js";
import { openDialog } from "./dialog.js";
import { button, fillWith, make } from "./dom.js";
import { createFollowing } from "./follow.js";
import { UNIMPORTANT, createActions } from "./game/actions.js";
import { gameToRestore } from "./game/restore.js";
import { mountPlay } from "./game/view.js";
import { welcomeTour } from "./home/tour.js";
import { mountHome } from "./home/view.js";
import { icon } from "./icons.js";
import { next as nextLanguage, tag } from "./languages.js";
import { gameOf, isSameEnd, isSameGame, linkedGame, withGame } from "./link.js";
import { createNotices } from "./notice.js";
import { PLACES, placeOf, viewOf } from "./places.js";
import { sessionOfThisTab } from "./session.js";
import { applyTheme, openSettings } from "./settings.js";
import { createStore } from "./state.js";
import { remembered } from "./storage.js";
import { language, onLanguage, preferred, setLanguage, t } from "./text.js";

const RETRY_MS = 1000;

const byId = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @returns {import("./text.js").Language} */
function firstLanguage(/** @type {string|null} */ linked) {
  return preferred([linked ?? "", remembered.get("language") ?? "", ...navigator.languages]);
}

/**
 * A page without words is no page: asks until it has them, should the program be away just now.
 * @param {import("./text.js").Language} wanted
 */
async function learnToSpeak(wanted) {
  for (;;) {
    try {
      await setLanguage(wanted);
      return;
    } catch {
      await new Promise((resolve) => { setTimeout(resolve, RETRY_MS); });
    }
  }
}

async function main() {
  const notices = createNotices();
  byId("place").append(...notices.elements);
  const store = createStore();
  const address = createAddress(() => { void travelled(); });
  await learnToSpeak(firstLanguage(address.get("lang")));

  const connection = connect({ session: await sessionOfThisTab() });
  /** @type {import("./connection.js").Welcome|null} */
  let welcome = null;
  /** What the program said when it would not let this page in. */
  let refusal = "";
  /** @type {{found: boolean}|null} until the program's first state after a greeting */
  let greeting = null;
  const actions = createActions({ connection, notices, game: store.get, address, shared: () => welcome?.shared ?? null });
  /** Who shows a lesson when one is chosen elsewhere. @type {Set<() => void>} */
  const followers = new Set();
  const app = {
    connection, t, drawBoard,
    state: store.get, onState: store.on, welcome: () => welcome,
    link: { get: address.get, set: address.set },
    onLesson: (/** @type {() => void} */ follow) => { followers.add(follow); },
  };
  const play = mountPlay(byId("view-play"), { connection, store, welcome: () => welcome, actions, notices, open });
  const person = /** @type {const} */ ({ kind: "person" });
  const home = mountHome(byId("view-home"), {
    welcome: () => welcome, game: store.get, open,
    begin: (preset) => { void go("play", { rules: preset.rules, moves: [], x: preset.x, o: preset.o }); },
    solve: (number) => {
      address.step();
      address.set("puzzle", number);
      open("puzzles");
    },
    learn: (id) => {
      address.set("lesson", id);
      open("lessons");
      for (const follow of followers) follow();
    },
    lesson: ({ rules, moves, spec, other }) => {
      address.step();
      address.set("spec", spec);
      address.set("other", other);
      void go("steps", { rules, moves: moves.split(/[\s.]+/).filter(Boolean), x: person, o: person }).then(() => {
        for (const follow of followers) follow();
      });
    },
  });
  const following = createFollowing(byId("following"), { connection, lang: () => address.get("lang") });
  /** @type {Map<string, Promise<unknown>>} */
  const opened = new Map();
  /** @type {Promise<{show: () => void}>|undefined} */
  let lab;
  /** @type {ReturnType<typeof import("./library/view.js").mountLibrary>|null} */
  let library = null;

  connection.on("welcome", (message) => {
    welcome = message;
    // Whoever sees the lecturer's screen is not to read the code from it.
    if (message.role === "lecturer") address.dropQuery();
    following.welcome(message.role);
    greeting = { found: message.found };
    openView();
    home.render();
    if (viewName() === "home") welcomeTour(address.get("tour"));
    connection.ask({ type: "puzzles" }).then(({ puzzles }) => home.offer(puzzles), () => {});
  });
  connection.on("state", ({ game }) => {
    const greeted = greeting;
    greeting = null;
    if (greeted) {
      const wanted = gameToRestore({ ...greeted, theirs: game, mine: store.get(), link: gameOf(address.parameters()) })
        ?? (greeted.found || store.get() ? null : firstGame());
      if (wanted) {
        void restore(wanted, game);
        return;
      }
    }
    store.set(game);
  });
  store.on((game) => address.write(withGame(address.parameters(), linkedGame(game))));
  store.on((game, before) => {
    if (viewName() === "home" && (!before || before.position !== game.position)) home.render();
  });

  /**
   * Goes to a view, with a game of its own.
   * @param {import("./places.js").View} view
   * @param {import("./link.js").LinkedGame} game
   */
  async function go(view, game) {
    try {
      await actions.begin(game);
      open(view);
    } catch (error) {
      notices.show(error instanceof Error ? error.message : String(error), "problem");
    }
  }

  /** @param {import("./places.js").View} view */
  function open(view) {
    if (view === viewName()) return;
    address.step();
    address.set("view", view);
    openView();
    scrollTo(0, 0);
  }

  /**
   * Brings a game back that the program does not have; a link that names none gets the first game instead.
   * @param {import("./link.js").LinkedGame} wanted
   * @param {import("./state.js").Game} theirs
   */
  async function restore(wanted, theirs) {
    for (const game of [wanted, firstGame()]) {
      try {
        if (game) await actions.bring(game);
        return;
      } catch (error) {
        notices.show(error instanceof Error ? error.message : String(error), "problem");
      }
    }
    store.set(theirs);
  }

  /** The game of a page that was opened without a link. */
  function firstGame() {
    const preset = welcome?.presets[0];
    return preset ? { rules: preset.rules, moves: [], x: preset.x, o: preset.o } : null;
  }

  /** The address was changed by a person. */
  async function travelled() {
    const lang = address.get("lang");
    if (lang && lang !== language()) await speak(preferred([lang]));
    openView();
    const [linked, game] = [gameOf(address.parameters()), store.get()];
    if (!linked || !game) return;
    const shown = linkedGame(game);
    if (isSameGame(linked, shown) && linked.moves.length === shown.moves.length && isSameEnd(linked, shown)) {
      const ply = linked.ply ?? linked.moves.length;
      if (ply !== game.ply) await actions.goTo(ply);
      return;
    }
    try {
      await actions.bring(linked);
    } catch (error) {
      notices.show(error instanceof Error ? error.message : String(error), "problem");
      address.write(withGame(address.parameters(), shown));
    }
  }

  /** @param {import("./text.js").Language} next */
  async function speak(next) {
    try {
      await setLanguage(next);
      remembered.set("language", next);
      connection.send({ type: "language", lang: next });
    } catch {
      notices.show(t("page.away-action"), "problem");
    }
  }

  function viewName() {
    return viewOf(address.get("view"), gameOf(address.parameters()) !== null);
  }

  function openView() {
    const shown = viewName();
    const isBoard = shown === "play" || shown === "analyse";
    const place = placeOf(shown).name;
    const host = isBoard ? "play" : place === "library" ? "library" : shown;
    for (const name of ["home", "play", "tree", "lessons", "steps", "lab", "library"]) byId(`view-${name}`).hidden = name !== host;
    document.body.setAttribute("data-view", shown);
    // Otherwise the game that the address is about to name would open its own view.
    if (shown === "home" && address.get("view") === null) address.set("view", "home");
    if (isBoard) play.become(shown);
    home.render();
    if (shown === "lab" && welcome) void openLab();
    if (shown !== "puzzles") address.set("puzzle", null);
    if ((host === "tree" || host === "lessons" || host === "steps" || host === "library") && welcome && !opened.has(host)) opened.set(host, load(host));
    if (shown === "library" || shown === "puzzles" || shown === "models") library?.become(shown);
    renderHead();
  }

  /** The laboratory is loaded when it is first opened. */
  async function openLab() {
    const host = byId("view-lab");
    const person = /** @type {const} */ ({ kind: "person" });
    try {
      lab ??= import("./lab/view.js").then(({ mountLab }) => mountLab(host, {
        connection, notices, welcome: () => welcome, link: { get: address.get, set: address.set }, rules: () => store.get()?.rules ?? "3x3x3",
        play: (rules, spec) => { void go("play", { rules, moves: [], x: person, o: { kind: "agent", spec } }); },
        look: (rules, moves, start) => { void go("analyse", { ...(start ? { position: start } : { rules }), moves, x: person, o: person }); },
      }));
      (await lab).show();
    } catch (error) {
      lab = undefined;
      notices.show(t("page.view-failed", { why: error instanceof Error ? error.message : String(error) }), "problem");
    }
  }

  /** @param {"tree"|"lessons"|"steps"|"library"} name */
  async function load(name) {
    try {
      if (name === "library") await loadLibrary();
      else if (name === "tree") (await import("./tree/view.js")).mountTree(byId("view-tree"), app);
      else if (name === "lessons") (await import("./learn/view.js")).mountLessons(byId("view-lessons"), app);
      else (await import("./steps/view.js")).mountSteps(byId("view-steps"), app);
    } catch (error) {
      opened.delete(name);
      notices.show(t("page.view-failed", { why: error instanceof Error ? error.message : String(error) }), "problem");
    }
  }

  async function loadLibrary() {
    const { mountLibrary } = await import("./library/view.js");
    library = mountLibrary(byId("view-library"), {
      connection, notices, game: store.get, address,
      review: (game) => go("analyse", game),
      play: () => open("play"),
      against: (rules, spec) => go("play", { rules, moves: [], x: person, o: { kind: "agent", spec } }),
    });
    const shown = viewName();
    if (shown === "library" || shown === "puzzles" || shown === "models") library.become(shown);
  }

  function renderHead() {
    const shown = viewName();
    const place = placeOf(shown);
    const focused = document.activeElement?.id;
    byId("places").setAttribute("aria-label", t("page.places"));
    fillWith(byId("places"), PLACES.map(({ name, icon: drawn, views }) => make("button", {
      type: "button", class: "place-link", id: `place-${name}`, ...(name === place.name ? { "aria-current": "page" } : {}), onclick: () => open(views[0]),
    }, [icon(drawn), make("span", {}, t(`page.place-${name}`))])));
    const tabs = byId("place-tabs");
    tabs.hidden = place.views.length < 2;
    fillWith(tabs, tabs.hidden ? [] : make("div", { class: "place-tabs-row", role: "group", "aria-label": t(`page.place-${place.name}`) },
      place.views.map((view) => make("button", {
        type: "button", class: "place-tab", id: `tab-${view}`, "aria-pressed": String(view === shown), onclick: () => open(view),
      }, t(`page.view-${view}`)))));
    const other = nextLanguage(language());
    fillWith(byId("head-tools"), [
      button(t("page.settings"), () => openSettings({ speak: choose, changed: () => play.render() }), { id: "settings", icon: icon("settings"), named: true }),
      button(other[1], () => { void choose(other[0]); }, { id: "language", lang: other[0], title: t("page.language") }),
    ]);
    fillWith(byId("skip"), t("page.skip"));
    if (focused) document.getElementById(focused)?.focus();
  }

  /** @param {import("./text.js").Language} next */
  async function choose(next) {
    if (address.get("lang")) address.set("lang", next);
    await speak(next);
  }

  byId("skip").addEventListener("click", (event) => {
    event.preventDefault();
    const cell = /** @type {HTMLElement|null} */ (document.querySelector("#view-play:not([hidden]) .cell[tabindex='0']"));
    (cell ?? byId("place")).focus();
  });

  connection.on("status", ({ status }) => {
    if (status === "open") refusal = "";
    renderBanner();
  });
  function renderBanner() {
    const status = connection.status();
    const banner = byId("banner");
    banner.hidden = status === "open" || status === "connecting";
    fillWith(banner, banner.hidden ? [] : [
      make("span", {}, refusal || t("page.away")),
      status === "refused" && button(t("page.retry"), () => connection.retry()),
    ]);
  }

  connection.on("error", ({ key, message, answered }) => {
    if (key === "web-code" || key === "web-codes") askForCode(message);
    else if (!answered && !UNIMPORTANT.includes(key)) notices.show(message, "problem");
    if (connection.status() !== "open") {
      refusal = message;
      renderBanner();
    }
  });

  /** @param {string} message */
  function askForCode(message) {
    if (document.querySelector(".dialog-code")) return;
    const code = make("input", { id: "code", class: "field-input", autocomplete: "off", autocapitalize: "off", required: true });
    openDialog({
      title: t("page.code"),
      class: "dialog-code",
      lasting: true,
      content: [make("p", {}, message), make("label", { for: "code", class: "field-label" }, t("page.code-label")), code],
      action: t("page.code-join"),
      act: () => {
        if (code.value.trim() === "") throw new Error(t("page.code-empty"));
        address.dropQuery();
        connection.retry(code.value.trim());
        return true;
      },
    });
  }

  onLanguage((next) => {
    document.documentElement.lang = tag(next);
    renderHead();
    renderBanner();
    play.render();
    home.render();
  });
  document.documentElement.lang = tag(language());
  openView();
}

applyTheme();
void main();
