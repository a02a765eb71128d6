// @ts-check
// A class that looks at what the lecturer looks at: the lecturer's page tells its address whenever that changes, and the
// pages that follow go there, each in its own language and with its own game, until their readers leave.

import { button, fillWith, make } from "./dom.js";
import { formatHash, parseHash } from "./link.js";
import { onLanguage, t } from "./text.js";

/** How often the lecturer's page looks whether its address is another. */
const LOOK_MS = 200;
/** What belongs to a reader and not to what is read. */
const OWN = ["lang", "tour"];

/**
 * What a follower is shown of an address: the same game, but nobody's machine plays in it.
 * @param {string} view
 * @param {string|null} lang
 */
export function followed(view, lang) {
  const parameters = parseHash(view);
  for (const name of OWN) parameters.delete(name);
  for (const side of ["x", "o"]) if (parameters.has(side)) parameters.set(side, "person");
  if (lang !== null) parameters.set("lang", lang);
  return formatHash(parameters);
}

/**
 * @param {HTMLElement} host a line under the head of the page
 * @param {{connection: import("./connection.js").Connection, lang: () => string|null}} means
 */
export function createFollowing(host, { connection, lang }) {
  /** @type {import("../page-types/protocol.d.ts").Role} */
  let role = "owner";
  let isFollowing = false;
  /** Where a follower was before. */
  let own = "";
  /** @type {ReturnType<typeof setInterval>|undefined} */
  let leading;
  let told = "";
  let count = 0;

  function render() {
    host.hidden = role !== "lecturer" && role !== "student";
    if (role === "lecturer") {
      const isLeading = leading !== undefined;
      fillWith(host, [
        button(t(isLeading ? "page.lead-stop" : "page.lead"), () => lead(!isLeading), { class: "follow-lead", "aria-pressed": String(isLeading) }),
        isLeading && make("span", { class: "quiet", role: "status" }, t("page.lead-on", { count })),
      ]);
    } else if (role === "student") {
      fillWith(host, isFollowing
        ? [make("span", { role: "status" }, t("page.follow-on")), button(t("page.follow-leave"), () => { void follow(false); }, { class: "follow-leave" })]
        : button(t("page.follow"), () => { void follow(true); }, { class: "follow-join" }));
    }
  }

  /** @param {boolean} on */
  function lead(on) {
    clearInterval(leading);
    leading = on ? setInterval(tell, LOOK_MS) : undefined;
    told = "";
    if (on) tell();
    else void connection.ask({ type: "show", view: null }).catch(() => {});
    render();
  }

  function tell() {
    if (location.hash === told || connection.status() !== "open") return;
    told = location.hash;
    // What is refused is told by the page's own notice.
    connection.ask({ type: "show", view: told }).catch(() => {});
  }

  /** @param {boolean} on */
  async function follow(on) {
    if (on) own = location.hash;
    isFollowing = on;
    render();
    const { view } = await connection.ask({ type: "follow", on });
    if (on) go(view);
    else location.hash = own;
  }

  /** @param {string|null} view */
  function go(view) {
    if (isFollowing && view !== null) location.hash = followed(view, lang());
  }

  connection.on("shown", ({ view }) => go(view));
  connection.on("followers", (message) => {
    count = message.count;
    render();
  });
  onLanguage(render);

  return {
    /** @param {import("../page-types/protocol.d.ts").Role} next */
    welcome(next) {
      role = next;
      // After a broken connection both go on where they were.
      told = "";
      if (isFollowing) void connection.ask({ type: "follow", on: true }).then(({ view }) => go(view), () => {});
      render();
    },
  };
}
