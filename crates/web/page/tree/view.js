// @ts-check
// The tree view: what a search looked at in the position on the board, to be folded and unfolded.

import { button, fillWith, make } from "../dom.js";
import { number } from "../format.js";
import { onLanguage } from "../text.js";
import { showDetails } from "./details.js";
import { createDiagram } from "./diagram.js";
import { createForm } from "./form.js";
import { legend } from "./legend.js";
import {
  FIRST_CHILDREN, MORE_CHILDREN, addChildren, canOpen, foldBelow, itemAt, missing, neighbour, rootEntry,
} from "./model.js";
import { createOutline } from "./outline.js";
import { createSeek } from "./seek.js";
import { valueOfSide } from "./value.js";
import { sideName } from "../sides.js";

/** @typedef {import("./model.js").Entry} Entry */
/** @typedef {import("../../page-types/protocol.d.ts").TreeMessage} TreeMessage */
/** @typedef {"right"|"down"|"outline"} Look */

/**
 * What the page gives its views.
 * @typedef {object} App
 * @property {import("../connection.js").Connection} connection
 * @property {import("./value.js").Say} t
 * @property {(drawing: import("../board/draw.js").Drawing) => SVGSVGElement} drawBoard
 * @property {() => import("../state.js").Game|null} state
 * @property {(listener: (game: import("../state.js").Game) => void) => void} onState
 * @property {() => import("../connection.js").Welcome|null} welcome
 * @property {(follow: () => void) => void} onLesson calls back when the address names another lesson
 * @property {{get: (name: string) => string|null|undefined, set: (name: string, value: string|null) => void}} link
 */

/**
 * @typedef {object} TreeState
 * @property {number} tree the program's number of it
 * @property {Entry} root
 * @property {import("./tile.js").Ground} ground
 * @property {Parameters<typeof legend>[1]} about the search, for its legend
 * @property {string} focus key of the node that has the focus
 * @property {string|null} anchor key of the node that stays where it is when the drawing changes
 * @property {Look} look
 */

/**
 * @typedef {object} TreeActions
 * @property {(key: string) => void} focus
 * @property {(key: string|null) => void} hover
 * @property {(entry: Entry) => void} toggle
 * @property {(entry: Entry) => void} more
 * @property {(direction: "in"|"out"|"before"|"after") => void} go
 * @property {() => void} activate
 */

const NARROW = "(max-width: 719px)";

/**
 * @param {HTMLElement} element
 * @param {App} app
 */
export function mountTree(element, app) {
  const { t, connection } = app;
  /** @type {TreeState|null} */
  let state = null;
  /** @type {string|null} */
  let hovered = null;
  let searches = 0;
  let isBusy = false;
  /** @type {string|null} */
  let searchedPosition = null;
  /** @type {() => string} */
  let status = () => t("tree.empty");

  /** @type {TreeActions} */
  const act = { focus, hover, toggle, more, go, activate };
  const form = createForm(app, { search, stop: () => connection.send({ type: "stop" }) });
  const diagram = createDiagram(act, app);
  const outline = createOutline(act, app);
  const narrow = matchMedia(NARROW);
  /** @type {Look|null} */
  let chosenLook = null;

  const seek = createSeek(app, { from: () => (state ? { tree: state.tree, path: pathOf(state) } : null), reveal });
  const summary = make("div", { class: "tree-summary", role: "status" });
  const tools = make("div", { class: "tree-tools" });
  const zoom = make("div", { class: "tree-zoom" });
  const details = make("aside", { class: "tree-details" });
  const explanation = make("div", { class: "tree-legend-place" });
  const stage = make("div", { class: "tree-stage" }, [diagram.element, outline.element, zoom]);
  const body = make("div", { class: "tree-body", hidden: true }, [make("div", { class: "tree-bar" }, [tools, seek.element]), stage, details, explanation]);
  fillWith(element, make("section", { class: "tree-view" }, [form.element, summary, body]));

  const look = () => chosenLook ?? (narrow.matches ? "outline" : "right");

  /** Asks the program for a search of the position on the board. */
  async function search() {
    const game = app.state();
    const wish = form.read();
    if (!game || !wish.spec) return;
    if (game.result) {
      status = () => t("tree.over");
      tell();
      return;
    }
    searches += 1;
    const mine = searches;
    isBusy = true;
    status = () => t("tree.searching");
    tell();
    app.link.set("spec", wish.spec);
    try {
      const { position } = game;
      const answer = await connection.ask({ type: "tree", spec: wish.spec, limits: wish.limits || undefined, depth: wish.depth ?? undefined });
      if (mine === searches) receive(answer, position, game);
    } catch (error) {
      if (mine !== searches) return;
      const why = /** @type {Error} */ (error).message;
      status = () => t("tree.failed", { why });
    }
    if (mine === searches) isBusy = false;
    tell();
  }

  /**
   * @param {TreeMessage} answer
   * @param {string} position
   * @param {import("../state.js").Game} game
   */
  function receive(answer, position, game) {
    searchedPosition = position;
    const root = rootEntry(answer.root);
    root.children.splice(FIRST_CHILDREN);
    state = {
      tree: answer.tree,
      root,
      ground: {
        spec: answer.spec, stones: answer.stones, side: answer.root.side, width: game.width, height: game.height,
        drop: game.variants.includes("drop"),
      },
      about: { spec: answer.spec, isPlayedOut: typeof answer.root.visits === "number", hasWindow: answer.root.window !== null },
      focus: root.key,
      anchor: null,
      look: look(),
    };
    seek.clear();
    status = () => result(answer);
    body.hidden = false;
    show(true);
  }

  /** @param {TreeMessage} answer */
  function result({ root, nodes, kept, left_out: leftOut }) {
    const best = bestLine(root).join(" ");
    const parts = [
      t("tree.summary", { side: sideName(root.side), value: valueOfSide(root, root.side, t), line: best || "\u2013" }),
      t(root.visits === undefined ? "tree.cost-nodes" : "tree.cost-playouts", { count: number(root.visits ?? nodes), kept: number(kept) }),
    ];
    const more = Math.max(leftOut, nodes - kept);
    if (more > 0) parts.push(t("tree.left-out", { count: number(more) }));
    return parts.join(" \u00b7 ");
  }

  /** What stands above the tree. */
  function tell() {
    const game = app.state();
    const isOld = state !== null && !isBusy && game !== null && game.position !== searchedPosition;
    form.setBusy(isBusy);
    fillWith(summary, [
      make("p", { class: isBusy ? "tree-busy" : "" }, status()),
      isOld ? make("p", { class: "tree-old" }, [t("tree.moved-on"), " ", button(t("tree.search-again"), search)]) : null,
    ]);
  }

  /** @param {boolean} isNew */
  function show(isNew) {
    if (!state) return;
    state.look = look();
    const isOutline = state.look === "outline";
    diagram.element.hidden = isOutline;
    outline.element.hidden = !isOutline;
    zoom.hidden = isOutline;
    (isOutline ? outline : diagram).show(state, { isNew });
    describe();
    drawTools();
  }

  function describe() {
    if (state) showDetails(details, itemAt(state.root, hovered ?? state.focus), state.ground, app);
  }

  /** @param {string} key */
  function focus(key) {
    if (!state) return;
    state.focus = itemAt(state.root, key).key;
    hovered = null;
    (state.look === "outline" ? outline : diagram).focus(state);
    describe();
  }

  /** @param {string|null} key */
  function hover(key) {
    hovered = key;
    describe();
  }

  /** @param {Entry} entry */
  function toggle(entry) {
    if (!state || !canOpen(entry)) return;
    if (entry.isOpen) {
      entry.isOpen = false;
      redraw(entry);
    } else {
      open(entry);
    }
  }

  /**
   * @param {Entry} entry
   * @returns {Promise<void>}
   */
  async function open(entry) {
    entry.isOpen = true;
    if (entry.children.length === 0 && entry.node.total > 0) await fetchChildren(entry, FIRST_CHILDREN);
    redraw(entry);
  }

  /** @param {Entry} entry */
  async function more(entry) {
    await fetchChildren(entry, MORE_CHILDREN);
    redraw(entry);
  }

  /**
   * @param {Entry} entry
   * @param {number} count
   */
  async function fetchChildren(entry, count) {
    if (!state || entry.isLoading || missing(entry) === 0) return;
    entry.isLoading = true;
    redraw(entry);
    const from = entry.children.length;
    try {
      const answer = await connection.ask({ type: "branch", tree: state.tree, path: entry.path, from, count });
      addChildren(entry, from, answer.children, answer.total);
    } catch (error) {
      const why = /** @type {Error} */ (error).message;
      status = () => t("tree.failed", { why });
      entry.isOpen = entry.children.length > 0;
      tell();
    }
    entry.isLoading = false;
  }

  /** @param {Entry} entry */
  function redraw(entry) {
    if (!state) return;
    state.anchor = entry.key;
    state.focus = itemAt(state.root, state.focus).key;
    show(false);
  }

  /** @param {"in"|"out"|"before"|"after"} direction */
  async function go(direction) {
    if (!state) return;
    const item = itemAt(state.root, state.focus);
    if (direction === "in" && item.kind === "node" && !item.isOpen && canOpen(item)) await open(item);
    focus(neighbour(state.root, state.focus, direction));
  }

  function activate() {
    if (!state) return;
    const item = itemAt(state.root, state.focus);
    if (item.kind === "more") more(item.parent);
    if (item.kind === "node") toggle(item);
  }

  async function unfoldBestLine() {
    if (!state) return;
    /** @type {Entry|undefined} */
    let entry = state.root;
    let last = entry;
    while (entry) {
      last = entry;
      if (canOpen(entry)) await open(entry);
      entry = entry.children.find(({ node }) => node.best);
    }
    focus(last.key);
  }

  /**
   * Unfolds the tree down to a node and goes there.
   * @param {string[]} path
   */
  async function reveal(path) {
    const shown = state;
    if (!shown) return;
    let entry = shown.root;
    for (const move of path) {
      entry.isOpen = true;
      let child = entry.children.find(({ node }) => node.move === move);
      while (!child && missing(entry) > 0) {
        await fetchChildren(entry, MORE_CHILDREN);
        child = entry.children.find(({ node }) => node.move === move);
      }
      if (!child || state !== shown) return;
      entry = child;
    }
    shown.focus = entry.key;
    redraw(entry);
    focus(entry.key);
  }

  function foldAll() {
    if (!state) return;
    foldBelow(state.root);
    state.root.isOpen = true;
    state.focus = state.root.key;
    show(true);
  }

  function drawTools() {
    const looks = /** @type {Look[]} */ (["right", "down", "outline"]);
    const chooser = make("div", { class: "tree-looks", role: "group", "aria-label": t("tree.look") }, looks.map((name) =>
      button(t(`tree.look-${name}`), () => {
        chosenLook = name;
        show(true);
      }, { "aria-pressed": String(look() === name) })));
    fillWith(tools, [chooser, button(t("tree.best-line"), unfoldBestLine), button(t("tree.fold-all"), foldAll)]);
    fillWith(zoom, [
      button("+", () => diagram.zoom(1.25), { "aria-label": t("tree.zoom-in"), title: t("tree.zoom-in") }),
      button("\u2212", () => diagram.zoom(0.8), { "aria-label": t("tree.zoom-out"), title: t("tree.zoom-out") }),
      button(t("tree.fit"), diagram.fit),
    ]);
    fillWith(explanation, [state && legend(t, state.about), make("p", { class: "tree-keys" }, t("tree.keys"))]);
  }

  function translate() {
    form.translate();
    seek.translate();
    tell();
    show(false);
  }

  narrow.addEventListener("change", () => chosenLook === null && show(true));
  onLanguage(translate);
  connection.on("thinking", (thinking) => {
    if (!isBusy || thinking.purpose !== "tree") return;
    const key = thinking.waiting ? "waiting" : thinking.playouts > 0 ? "searching-playouts" : "searching-nodes";
    status = () => t(`tree.${key}`, { count: number(thinking.playouts || thinking.nodes || 0) });
    tell();
  });
  let isFirst = true;
  app.onState((game) => {
    form.offer(game);
    tell();
    if (!isFirst) return;
    isFirst = false;
    const linked = app.link.get("spec");
    if (linked) form.choose(linked);
    if (!game.result) search();
  });
  translate();
}

/**
 * The moves from the root to what has the focus.
 * @param {TreeState} state
 */
function pathOf({ root, focus }) {
  const item = itemAt(root, focus);
  return item.kind === "node" ? item.path : item.parent.path;
}

/**
 * The moves that are marked as best, as far as they were sent.
 * @param {import("./model.js").TreeNode} root
 */
function bestLine(root) {
  const line = [];
  /** @type {import("./model.js").TreeNode|undefined} */
  let node = root;
  while ((node = node.children.find(({ best }) => best))) line.push(node.move ?? "");
  return line;
}
