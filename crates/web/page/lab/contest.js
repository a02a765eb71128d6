// @ts-check
// A contest while it is played and afterwards: who stands where, who scored what against whom, and every finished game to be looked at.

import { button, fillWith, make } from "../dom.js";
import { number } from "../format.js";
import { t } from "../text.js";

/** @typedef {import("../../page-types/protocol.d.ts").ContestTable} ContestTable */
/** @typedef {import("../../page-types/protocol.d.ts").Job} Job */

/** The table is not asked for more often than this. */
const PAUSE_MS = 500;
/** Games of one page of the list. */
const LISTED = 50;

/**
 * @param {import("../connection.js").Connection} connection
 * @param {(rules: string, moves: string[], start: string|null) => void} look at a game
 */
export function createContest(connection, look) {
  const standings = make("div", { class: "lab-scroll" });
  const games = make("div", {});
  const element = make("section", { class: "card lab-contest", id: "lab-contest" }, [standings, games]);
  /** @type {Job|null} */
  let job = null;
  let drawn = "";
  let from = 0;
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let timer;

  async function fetchAll() {
    timer = undefined;
    const now = job;
    if (!now || now.drawn === 0) return;
    const key = `${now.number}:${now.drawn}:${now.state}:${from}:${t("jobs.rating")}`;
    if (key === drawn) return;
    drawn = key;
    try {
      const { table } = await connection.ask({ type: "table", job: now.number });
      const list = await connection.ask({ type: "games", job: now.number, from });
      if (drawn !== key) return;
      fillWith(standings, tableOf(table));
      renderGames(now.number, list);
    } catch {
      // It was removed, or the program is away: the next change asks again.
      if (drawn === key) drawn = "";
    }
  }

  /**
   * @param {number} of
   * @param {import("../../page-types/protocol.d.ts").GamesMessage} list
   */
  function renderGames(of, list) {
    const focused = document.activeElement?.id;
    const row = (/** @type {import("../../page-types/protocol.d.ts").GameLine} */ { id, x, o, result, plies }) => make("li", {}, [
      button(t("jobs.look-at", { x, o }), () => { void openGame(of, id); }, { id: `lab-game-${id}`, class: "lab-game" }),
      make("span", { class: "quiet" }, t("jobs.game-told", { result: t(`jobs.won-${result}`), plies })),
    ]);
    const go = (/** @type {number} */ next) => () => {
      from = next;
      void fetchAll();
    };
    fillWith(games, [
      make("h3", {}, t("jobs.games-of", { total: number(list.total) })),
      make("ul", { class: "lab-games" }, list.games.map(row)),
      make("div", { class: "bar" }, [
        from > 0 && button(t("jobs.newer"), go(Math.max(0, from - LISTED)), { id: "lab-newer" }),
        from + LISTED < list.total && button(t("jobs.older"), go(from + LISTED), { id: "lab-older" }),
      ]),
    ]);
    if (focused) document.getElementById(focused)?.focus();
  }

  /**
   * @param {number} of
   * @param {number} id
   */
  async function openGame(of, id) {
    const { game } = await connection.ask({ type: "game", job: of, game: id });
    look(game.rules, game.moves, game.start);
  }

  return {
    element,
    /** @param {Job|null} next a contest */
    show(next) {
      element.hidden = next === null || next.drawn === 0;
      if (next?.number !== job?.number) {
        [drawn, from] = ["", 0];
        fillWith(standings, []);
        fillWith(games, []);
      }
      job = next;
      timer ??= setTimeout(() => { void fetchAll(); }, PAUSE_MS);
    },
  };
}

/**
 * Agents from the best to the worst, with their ratings and what each scored against each.
 * @param {ContestTable} table
 */
function tableOf({ agents, standings, cross, sprt }) {
  const order = standings;
  const elo = (/** @type {number} */ value) => String(Math.round(value)).replace("-", "\u2212");
  const head = make("tr", {}, [
    make("th", { scope: "col" }, t("jobs.agent-head")), make("th", { scope: "col", class: "numeric" }, t("jobs.rating")),
    make("th", { scope: "col", class: "numeric" }, t("jobs.points")), make("th", { scope: "col", class: "numeric" }, t("jobs.results")),
    ...order.map((_, i) => make("th", { scope: "col", class: "numeric" }, String(i + 1))),
  ]);
  const rows = order.map((at, i) => {
    const { name, rating, all } = agents[at];
    return make("tr", {}, [
      make("th", { scope: "row" }, `${i + 1}. ${name}`),
      make("td", { class: "numeric" }, rating ? t("jobs.rating-told", { elo: elo(rating.elo), low: elo(rating.low), high: elo(rating.high) }) : ""),
      make("td", { class: "numeric" }, t("jobs.points-of", { points: all.points, games: all.games })),
      make("td", { class: "numeric" }, `${all.wins} / ${all.draws} / ${all.losses}`),
      ...order.map((other) => {
        const cell = cross[at][other];
        return make("td", { class: "numeric" }, cell ? t("jobs.points-of", { points: cell.points, games: cell.games }) : "");
      }),
    ]);
  });
  const accepted = sprt?.accepted;
  return [
    make("table", { class: "rated-table lab-cross" }, [make("thead", {}, head), make("tbody", {}, rows)]),
    sprt && make("p", { class: "lab-sprt" }, accepted
      ? t("jobs.sprt-accepts", { elo: accepted === "elo1" ? sprt.elo1 : sprt.elo0 })
      : t("jobs.sprt-open", { ratio: sprt.llr.toFixed(2), low: sprt.low.toFixed(2), high: sprt.high.toFixed(2) })),
  ];
}
