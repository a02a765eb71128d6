// @ts-check
// How a new stone comes onto the board: marks are drawn, stones are set down, discs fall. Nothing moves for those who
// asked their system for less motion.

import { CELL } from "./geometry.js";

/**
 * @param {Element} piece
 * @param {string} style
 * @param {number} fall how many rows a disc falls
 */
export function arrive(piece, style, fall) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  [...piece.children].forEach((part, i) => {
    if (style === "holes") {
      const height = fall * CELL;
      const frames = [
        { transform: `translateY(${-height}px)`, easing: "cubic-bezier(0.4, 0, 0.9, 0.6)" },
        { transform: "translateY(0)", offset: 0.78, easing: "ease-out" },
        { transform: `translateY(${-Math.min(6, height / 12)}px)`, offset: 0.89, easing: "ease-in" },
        { transform: "translateY(0)" },
      ];
      part.animate(frames, { duration: 160 + 130 * Math.sqrt(fall) });
    } else if (style === "marks") {
      part.setAttribute("pathLength", "1");
      part.animate(
        [{ strokeDasharray: "1 1", strokeDashoffset: 1 }, { strokeDasharray: "1 1", strokeDashoffset: 0 }],
        { duration: 170, delay: i * 130, fill: "backwards", easing: "ease-out" },
      );
    } else {
      part.animate([{ transform: "scale(1.18)", opacity: 0.3 }, { transform: "scale(1)", opacity: 1 }], { duration: 140, easing: "ease-out" });
    }
  });
}
