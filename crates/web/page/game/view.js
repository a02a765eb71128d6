// @ts-check
// The view people play in: the board with its bars, and beside it what it thinks, the values, the course of the game.

import { createChoice } from "../analysis/choice.js";
import { createCompare } from "../analysis/compare.js";
import { createExercise } from "../analysis/exercise.js";
import { createGauge } from "../analysis/gauge.js";
import { createPanel } from "../analysis/panel.js";
import { styleOf } from "../board/draw.js";
import { other } from "../board/geometry.js";
import { createBoard } from "../board/view.js";
import { openDialog } from "../dialog.js";
import { fillWith, make } from "../dom.js";
import { term, valueText } from "../format.js";
import { isHeldUp, isMachinesOnly, isPersonsTurn, moveAt, refusal, resigner } from "../state.js";
import { chosenLook, numbersMoves } from "../settings.js";
import { knock } from "../sound.js";
import { t } from "../text.js";
import { createAfter } from "./after.js";
import { createClock } from "./clock.js";
import { createCourse } from "./course.js";
import { createEditor } from "./editor.js";
import { openNewGame, openPlayers } from "./new-game.js";
import { plainPlayer } from "../link.js";
import { createImport } from "./import.js";
import { drawingOf, moveNumbers, newStone, scene } from "./scene.js";
import { createPreview } from "./preview.js";
import { openShare } from "./share-dialog.js";
import { createStatus, statusText } from "./status.js";
import { createToolbar } from "./toolbar.js";
import { MOST_NODES } from "../variations/tree.js";
import { turnBoard } from "./turn.js";
import { createVariations } from "../variations/controller.js";
import { drawnAs, sideName } from "../sides.js";

/** Searches that the panel tells of; others have places of their own. */
const SHOWN = ["move", "hint", "analysis"];

/** The parts beside the board; on a phone, tabs below it. */
const PANES = /** @type {const} */ (["analysis", "course"]);

/**
 * @param {HTMLElement} host
 * @param {object} means
 * @param {import("../connection.js").Connection} means.connection
 * @param {ReturnType<typeof import("../state.js").createStore>} means.store
 * @param {() => import("../connection.js").Welcome|null} means.welcome
 * @param {import("./actions.js").Actions} means.actions
 * @param {import("../notice.js").Notices} means.notices
 * @param {(view: import("../places.js").View) => void} means.open
 */
export function mountPlay(host, { connection, store, welcome, actions, notices, open }) {
  /** @type {string|null} */
  let hint = null;
  /** @type {ReturnType<typeof createEditor>|null} */
  let editor = null;
  let pane = "analysis";
  /** @type {"play"|"analyse"} the same board, with what stands beside it */
  let place = "play";

  const board = createBoard({
    onPoint: (point) => click(point),
    onPending: (point) => notices.show(t("page.tap-again", { point })),
  });
  const status = createStatus({ onPlayers: changePlayers });
  const clock = createClock({ show: status.showClock, runOut: () => { actions.checkClock(); } });
  const toolbar = createToolbar({
    game: store.get, actions, hint: () => { void askHint(); }, resign, edit: openEditor, share, bring: () => bring.open(), turn: (kind) => { void turnBoard({ game: store.get(), actions, variations }, kind); },
  });
  const preview = createPreview({ onChange: () => draw(), playOn: (line) => { void playOn(line); } });
  const choice = createChoice({
    connection, game: store.get, welcome, onChange: () => draw(),
    hover: preview.point, hoverLine: preview.hover, preview: preview.pin,
  });
  const panel = createPanel({
    game: store.get,
    stop: () => { void actions.stop(); },
    analysis: { pause: () => choice.pause(), resume: () => choice.resume(), isResumable: () => choice.isResumable() },
    hover: preview.hover,
    preview: preview.pin,
    foot: make("div", {}, [preview.element, choice.lines]),
  });
  const variations = createVariations({
    game: store.get,
    show: (line, ply, ended) => actions.showLine(line, ply, ended),
    onChange: () => course.show(),
    onFull: () => notices.show(t("analysis.full", { most: MOST_NODES }), "problem"),
  });
  const course = createCourse({ connection, game: store.get, actions, preview: preview.pin, variations, notices, practise: (found) => exercise.begin(found) });
  const exercise = createExercise({
    connection, game: store.get, goTo: (ply) => course.goTo(ply), preview: preview.pin,
    onChange: (isOn) => {
      choice.setActive(place === "analyse" && !isOn);
      host.classList.toggle("is-exercising", isOn);
      draw();
    },
  });
  const compare = createCompare({
    connection, game: store.get, welcome, hover: preview.point, hoverLine: preview.hover, preview: preview.pin, onDone: () => choice.goOn(),
  });
  const bring = createImport({ connection, game: store.get, actions, variations, notices });
  bring.listen(host, () => place === "analyse" && !host.hidden && !editor);
  const gauge = createGauge();
  const after = createAfter({
    actions,
    newGame,
    review: () => {
      open("analyse");
      void course.review();
    },
  });
  const position = make("code");
  const positionText = make("p", { class: "position" });
  const tabs = make("div", { class: "pane-tabs", role: "tablist" });
  const editorPlace = make("div", { class: "editor-place" });
  const panes = {
    analysis: make("div", { class: "pane", id: "pane-analysis" }, [exercise.element, panel.element, choice.element, compare.element]),
    course: make("div", { class: "pane", id: "pane-course" }, [course.element, positionText]),
  };
  fillWith(host, [
    status.element,
    make("div", { class: "table" }, [gauge.element, board.element]),
    make("div", { class: "controls" }, [after.element, toolbar.element]),
    make("div", { class: "side" }, [editorPlace, tabs, panes.analysis, panes.course]),
  ]);

  /** @param {string|null} [arriving] */
  function draw(arriving = null) {
    const game = store.get();
    if (!game) return;
    const [look, numbers] = [chosenLook(), numbersMoves()];
    if (editor) {
      const drawing = { ...drawingOf(game, look), stones: editor.stones(), last: null, row: [] };
      const plain = { heat: [], arrows: [], ghosts: [], hint: null, forbidden: {}, arriving: null };
      const tool = editor.tool();
      const edited = { ...game, stones: editor.stones(), last: null, row: [], forbidden: {} };
      const words = scene(edited, { look, numbers: false, line: [], hint: null, heat: [], arriving: null });
      board.show({ ...plain, drawing, name: t("page.editor"), turn: tool === "." ? null : tool, describe: words.describe });
      return;
    }
    board.show(scene(game, { look, numbers, line: preview.line(), hint: preview.pointed() ?? hint, heat: choice.heat(), arrows: choice.arrows(), arriving, isFree: place === "analyse" && game.thinking === null }));
    gauge.show(place === "analyse" ? choice.result() : null, game);
  }

  /**
   * Goes on from a line that was looked at: where games are played as a game of its own, in an analysis as a variation.
   * @param {string[]} moves
   */
  function playOn(moves) {
    const line = [...variations.here(), ...moves];
    return place === "analyse" ? actions.showLine(line, line.length) : actions.playLine(moves);
  }

  /** @param {string} point */
  function click(point) {
    const game = store.get();
    if (!game) return;
    if (editor) {
      editor.click(point);
      return;
    }
    if (exercise.isAsking() && refusal(game, point, true) === null) {
      exercise.judge(moveAt(game, point));
      return;
    }
    if (preview.isPinned()) {
      notices.show(t("page.preview-first"));
      return;
    }
    const isFree = place === "analyse" && game.thinking === null;
    const why = refusal(game, point, isFree);
    if (why) {
      const details = why.details.why ? { ...why.details, why: term(why.details.why) } : why.details;
      notices.show(t(why.key, details), "problem");
      return;
    }
    notices.hide();
    if (isFree) void variations.play(moveAt(game, point));
    else void actions.play(moveAt(game, point));
  }

  async function askHint() {
    const game = store.get();
    const found = choice.result();
    // What an analysis has found is said again, so that nobody hears two opinions.
    const answer = found?.best ? { ...found, move: found.best } : await actions.hint();
    const now = store.get();
    if (!answer?.move || !game || now?.number !== game.number || now.ply !== game.ply) return;
    hint = answer.move;
    notices.show(t("page.hint-told", { move: answer.move, value: valueText(answer) }));
    draw();
  }

  function resign() {
    const game = store.get();
    if (!game) return;
    const side = sideName(resigner(game));
    openDialog({
      title: t("page.resign"),
      content: [make("p", {}, t("page.resign-sure", { side }))],
      action: t("page.resign"),
      act: async () => { await actions.resign(); return true; },
    });
  }

  function share() {
    const game = store.get();
    if (!game) return;
    const drawing = drawingOf(game, chosenLook(), numbersMoves() ? moveNumbers(game) : {});
    openShare({ game, drawing, link: actions.address(), record: actions.record, sgf: () => actions.sgf(variations.tree()), notices });
  }

  function openEditor() {
    const game = store.get();
    if (!game || editor) return;
    preview.pin([]);
    editor = createEditor({
      game, style: styleOf(drawingOf(game, chosenLook())),
      ask: (request) => connection.ask(request),
      start: (position) => actions.begin({ position, moves: [], x: plainPlayer(game.players.x), o: plainPlayer(game.players.o) }),
      onChange: () => draw(),
      onLeave: closeEditor,
    });
    fillWith(editorPlace, editor.element);
    host.classList.add("is-editing");
    draw();
  }

  function closeEditor() {
    editor = null;
    fillWith(editorPlace, []);
    host.classList.remove("is-editing");
    draw();
  }

  function changePlayers() {
    const [game, offered] = [store.get(), welcome()];
    if (!game || !offered) return;
    openPlayers({
      welcome: offered,
      now: { x: plainPlayer(game.players.x), o: plainPlayer(game.players.o) },
      style: styleOf(drawingOf(game, chosenLook())), levels: game.levels, suited: game.suited,
      change: (players) => connection.ask({ type: "players", ...players }),
    });
  }

  function renderTabs() {
    fillWith(tabs, PANES.map((name) => make("button", {
      type: "button", role: "tab", class: "pane-tab", "aria-selected": String(name === pane), "aria-controls": `pane-${name}`,
      onclick: () => { pane = name; renderTabs(); },
    }, t(`page.pane-${name}`))));
    for (const name of PANES) panes[name].classList.toggle("pane-chosen", name === pane);
  }

  /** Everything, after a change of language or look. */
  function render() {
    const game = store.get();
    if (game) {
      host.dataset.drawn = styleOf(drawingOf(game, chosenLook()));
      drawnAs(styleOf(drawingOf(game, chosenLook())));
    }
    renderTabs();
    panel.render();
    choice.render();
    compare.render();
    exercise.render();
    toolbar.render();
    course.render();
    after.render();
    fillWith(positionText, [make("span", { class: "field-label" }, t("page.position-text")), position]);
    preview.render();
    if (!game) return;
    position.textContent = game.position;
    status.show(game, styleOf(drawingOf(game, chosenLook())));
    after.show(game);
    draw();
  }

  store.on((game, before) => {
    const style = styleOf(drawingOf(game, chosenLook()));
    drawnAs(style);
    host.dataset.drawn = style;
    const moved = !before || before.number !== game.number || before.ply !== game.ply || before.stones !== game.stones;
    if (moved) {
      hint = null;
      preview.leave();
    }
    if (before && before.number !== game.number) {
      panel.forget();
      if (editor) closeEditor();
    }
    panel.setRunning(game.thinking !== null || (panel.isAnalysing() && !game.result));
    choice.request();
    choice.show();
    status.show(game, styleOf(drawingOf(game, chosenLook())));
    clock.follow(game.clock);
    toolbar.show(game);
    variations.follow(game);
    course.follow(game, before);
    compare.follow(game);
    if (before && before.number !== game.number) exercise.end();
    position.textContent = game.position;
    after.show(game);
    const arrived = newStone(before, game);
    if (arrived) knock();
    draw(arrived);
    host.classList.toggle("has-machines", isMachinesOnly(game) || isHeldUp(game));
    if (before && (moved || before.result !== game.result)) announce(game, before);
  });

  /**
   * @param {import("../state.js").Game} game
   * @param {import("../state.js").Game} before
   */
  function announce(game, before) {
    const mover = sideName(other(game.to_move));
    const isMove = game.last && game.number === before.number && game.ply > before.ply;
    const what = isMove ? t("page.moved", { side: mover, move: game.last ?? "" }) : t("page.ply-of", { ply: game.ply, of: game.moves.length });
    notices.say(`${what} ${statusText(game)}`);
    document.title = isPersonsTurn(game) || game.result ? `${statusText(game)} · Kinrow` : "Kinrow";
  }

  document.addEventListener("keydown", (event) => {
    const game = store.get();
    const isFree = document.activeElement === document.body || document.activeElement?.matches(".move, .toolbar button");
    if (!game || editor || host.hidden || !isFree || event.ctrlKey || event.altKey || event.metaKey) return;
    /** @type {Record<string, number>} */
    const plies = { ArrowLeft: game.ply - 1, ArrowRight: game.ply + 1, Home: 0, End: game.moves.length };
    const ply = plies[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    if (ply >= 0 && ply <= game.moves.length && ply !== game.ply) void actions.goTo(ply);
  });

  connection.on("thinking", (thought) => {
    const game = store.get();
    if (!game || thought.number !== game.number || !SHOWN.includes(thought.purpose)) return;
    const found = thought.purpose === "analysis" && !thought.waiting ? choice.hear(thought) : null;
    // What was complete last stays until there is more.
    panel.hear(found ? { ...thought, ...found, type: "thinking" } : thought);
  });
  connection.on("analysis", (answer) => {
    const game = store.get();
    if (game && answer.number === game.number && answer.ply === game.ply) panel.hear(choice.hear(answer) ?? answer);
  });
  connection.on("hint", (answer) => {
    panel.conclude(answer);
    panel.setRunning(store.get()?.thinking != null);
  });
  connection.on("error", () => panel.setRunning(store.get()?.thinking != null));
  connection.on("status", ({ status: next }) => { if (next !== "open") panel.forget(); });

  function newGame() {
    const [game, offered] = [store.get(), welcome()];
    if (!game || !offered) return;
    openNewGame({
      welcome: offered, look: chosenLook(),
      offers: (rules) => connection.ask({ type: "offers", rules }),
      now: { rules: game.rules, x: plainPlayer(game.players.x), o: plainPlayer(game.players.o) },
      opening: game.opening?.rule ?? "none",
      start: (setup) => actions.begin({ ...setup, moves: [] }),
    });
  }

  render();
  return {
    render,
    /**
     * The board of another place: who plays is not told what a search thinks, who analyses is.
     * @param {"play"|"analyse"} next
     */
    become(next) {
      place = next;
      host.classList.toggle("is-analysing", place === "analyse");
      if (place === "play") exercise.end();
      choice.setActive(place === "analyse" && !exercise.isOn());
      render();
    },
  };
}
