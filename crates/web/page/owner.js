// @ts-check
// The name by which the program knows this browser's games where it serves others too. Nobody else is told.

import { remembered } from "./storage.js";

/** For this page alone, where the browser remembers nothing. */
let own = "";

/** 32 hexadecimal digits, the same whenever this browser opens the page. */
export function ownName() {
  own ||= remembered.get("owner") ?? "";
  if (!/^[0-9a-f]{32}$/.test(own)) {
    own = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    remembered.set("owner", own);
  }
  return own;
}
