// @ts-check
// Which session this tab may go on with. A browser copies a tab's storage when the tab is duplicated; two tabs must not
// share a game, so a tab asks the others whether the session it remembers is in use.

import { ofThisTab } from "./storage.js";

const WAIT_MS = 80;

/**
 * The session this tab had before it was reloaded, or null for a new one.
 * @returns {Promise<string|null>}
 */
export async function sessionOfThisTab() {
  const remembered = ofThisTab.get("session");
  if (typeof BroadcastChannel === "undefined") return remembered;
  const channel = new BroadcastChannel("kinrow-sessions");
  const isTaken = remembered !== null && await askOthers(channel, remembered);
  channel.onmessage = ({ data }) => {
    const mine = ofThisTab.get("session");
    if (data.asks !== undefined && data.asks === mine) channel.postMessage({ taken: mine });
  };
  return isTaken ? null : remembered;
}

/**
 * @param {BroadcastChannel} channel
 * @param {string} session
 * @returns {Promise<boolean>}
 */
function askOthers(channel, session) {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), WAIT_MS);
    channel.onmessage = ({ data }) => {
      if (data.taken !== session) return;
      clearTimeout(timer);
      resolve(true);
    };
    channel.postMessage({ asks: session });
  });
}
