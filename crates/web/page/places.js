// @ts-check
// The page's places and the views in each of them, as the address names them.

/** @typedef {"home"|"play"|"analyse"|"tree"|"lessons"|"steps"|"lab"|"library"|"puzzles"|"models"} View */
/** @typedef {"home"|"play"|"analyse"|"learn"|"lab"|"library"} Place */

/** Each with its views, the one that opens first before the others. */
export const PLACES = /** @type {const} */ ([
  { name: "home", icon: "home", views: ["home"] },
  { name: "play", icon: "board", views: ["play"] },
  { name: "analyse", icon: "analyse", views: ["analyse", "tree"] },
  { name: "learn", icon: "learn", views: ["lessons", "steps"] },
  { name: "lab", icon: "lab", views: ["lab"] },
  { name: "library", icon: "library", views: ["library", "puzzles", "models"] },
]);

/**
 * The view that an address names. A link to a game that names none is a game to be played, as links have always been.
 * @param {string|null} named
 * @param {boolean} hasGame
 * @returns {View}
 */
export function viewOf(named, hasGame) {
  const view = PLACES.flatMap(({ views }) => [...views]).find((known) => known === named);
  return view ?? (named === "learn" ? "lessons" : hasGame ? "play" : "home");
}

/** @param {View} view */
export function placeOf(view) {
  return PLACES.find(({ views }) => views.some((known) => known === view)) ?? PLACES[0];
}
