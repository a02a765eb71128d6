// @ts-check
// The view people play in: the board with its bars, and beside it what it thinks, the values, the course of the game.

import { createChoice } from "../analysis/choice.js";
import { createGauge } from "../analysis/gauge.js";
import { createPanel } from "../analysis/panel.js";
import { styleOf } from "../board/draw.js";
import { other } from "../board/geometry.js";
import { createBoard } from "../board/view.js";
import { openDialog } from "../dialog.js";
import { button, fillWith, make } from "../dom.js";
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
import { drawingOf, moveNumbers, newStone, scene } from "./scene.js";
import { openShare } from "./share-dialog.js";
import { createStatus, statusText } from "./status.js";
import { createToolbar } from "./toolbar.js";
import { drawnAs, sideName } from "../sides.js";

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
  /** @type {string|null} */
  let pointed = null;
  /** @type {string[]} */
  let hovered = [];
  /** @type {string[]} */
  let pinned = [];
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
  const toolbar = createToolbar({ game: store.get, actions, hint: () => { void askHint(); }, resign, edit: openEditor, share });
  const previewBar = make("div", { class: "preview-bar", role: "status", hidden: true });
  const panel = createPanel({
    game: store.get,
    stop: () => { void actions.stop(); },
    hover: (moves) => { hovered = moves ?? []; draw(); },
    preview: (moves) => pin(moves),
    foot: previewBar,
  });
  const choice = createChoice({
    connection, game: store.get, welcome, onChange: () => draw(),
    hover: (move) => { pointed = move; draw(); },
    preview: (line) => pin(line),
    hoverLine: (line) => { hovered = line ?? []; draw(); },
  });
  const course = createCourse({ connection, game: store.get, actions, preview: (line) => pin(line) });
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
    analysis: make("div", { class: "pane", id: "pane-analysis" }, [panel.element, choice.element]),
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
      const plain = { heat: [], ghosts: [], hint: null, forbidden: {}, arriving: null };
      const tool = editor.tool();
      const edited = { ...game, stones: editor.stones(), last: null, row: [], forbidden: {} };
      const words = scene(edited, { look, numbers: false, line: [], hint: null, heat: [], arriving: null });
      board.show({ ...plain, drawing, name: t("page.editor"), turn: tool === "." ? null : tool, describe: words.describe });
      return;
    }
    const line = hovered.length > 0 ? hovered : pinned;
    board.show(scene(game, { look, numbers, line, hint: pointed ?? hint, heat: choice.heat(), arriving }));
    gauge.show(place === "analyse" ? choice.result() : null, game);
  }

  /**
   * Keeps a line on the board. (Its bar is not drawn with every change of the board: a button that is replaced between
   * press and release is never clicked.)
   * @param {string[]} moves
   */
  function pin(moves) {
    pinned = moves;
    hovered = [];
    previewBar.hidden = moves.length === 0;
    fillWith(previewBar, moves.length > 0 ? [
      make("span", {}, t("page.preview", { count: moves.length, moves: moves.join(" ") })),
      button(t("page.preview-play"), () => { void actions.playLine(moves); pin([]); }, { class: "button-main" }),
      button(t("page.preview-leave"), () => pin([])),
    ] : []);
    draw();
  }

  /** @param {string} point */
  function click(point) {
    const game = store.get();
    if (!game) return;
    if (editor) {
      editor.click(point);
      return;
    }
    if (pinned.length > 0) {
      notices.show(t("page.preview-first"));
      return;
    }
    const why = refusal(game, point);
    if (why) {
      const details = why.details.why ? { ...why.details, why: term(why.details.why) } : why.details;
      notices.show(t(why.key, details), "problem");
      return;
    }
    notices.hide();
    void actions.play(moveAt(game, point));
  }

  async function askHint() {
    const game = store.get();
    const answer = await actions.hint();
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
    openShare({ game, drawing, link: actions.address(), record: actions.record, notices });
  }

  function openEditor() {
    const game = store.get();
    if (!game || editor) return;
    pin([]);
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
    toolbar.render();
    course.render();
    after.render();
    fillWith(positionText, [make("span", { class: "field-label" }, t("page.position-text")), position]);
    pin(pinned);
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
      pointed = null;
      if (pinned.length > 0) pin([]);
      hovered = [];
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
    course.follow(game, before);
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
    if (!game || thought.number !== game.number || thought.purpose === "tree" || thought.purpose === "steps") return;
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
      start: ({ rules, x, o }) => actions.begin({ rules, moves: [], x, o }),
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
      choice.setActive(place === "analyse");
      render();
    },
  };
}
