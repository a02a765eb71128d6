// @ts-check
// The one WebSocket between page and program: greets, matches answers to questions, and comes back by itself.
//
// A question asked while the connection is away waits for it; one that was under way when it broke is refused, because
// nobody knows whether it was heard. What is merely sent while away is dropped: the page brings its own state back
// after the next greeting (see game/restore.js).

import { language, t } from "./text.js";
import { ownName } from "./owner.js";
import { ofThisTab } from "./storage.js";

/** The version of docs/protocol.md that this page speaks. */
const PROTOCOL = 1;

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 5000;

/** Errors after which knocking again by itself would be of no use, or would take a game away from another page. */
const FINAL = ["web-code", "web-codes", "web-protocol", "web-elsewhere"];

/** @typedef {import("../page-types/protocol.d.ts").Request} Request */
/** @typedef {import("../page-types/protocol.d.ts").Message} Message */
/** @typedef {import("../page-types/protocol.d.ts").WelcomeMessage & {found: boolean}} Welcome found: the session was still there */
/** @typedef {"connecting"|"open"|"away"|"refused"} Status refused: somebody has to do something first */

/**
 * What listeners hear, by type: the program's messages, two of them with something added, and the connection's own status.
 * @typedef {Omit<import("../page-types/protocol.d.ts").Messages, "welcome"|"error"> & {
 *   welcome: Welcome,
 *   error: import("../page-types/protocol.d.ts").ErrorMessage & {answered: boolean},
 *   status: {type: "status", status: Status},
 * }} Heard
 */

/** An `error` of the program: its message is a sentence for people. */
export class Refusal extends Error {
  /**
   * @param {string} key
   * @param {string} message
   */
  constructor(key, message) {
    super(message);
    this.key = key;
  }
}

/**
 * How long to wait before the next attempt.
 * @param {number} attempts made in vain so far
 */
export function waitBefore(attempts) {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempts);
}

/**
 * The address of the socket for a page at this address.
 * @param {{protocol: string, host: string}} place
 * @param {string|null} code
 */
export function socketAddress(place, code) {
  const scheme = place.protocol === "https:" ? "wss:" : "ws:";
  return `${scheme}//${place.host}/socket${code ? `?code=${encodeURIComponent(code)}` : ""}`;
}

/**
 * @param {{WebSocketClass?: typeof WebSocket, place?: Location, session?: string|null, owner?: string}} [means] others than the
 *     browser's own are for tests
 */
export function connect({ WebSocketClass = WebSocket, place = location, session = ofThisTab.get("session"), owner = ownName() } = {}) {
  /** @type {{[Type in keyof Heard]: Set<(message: Heard[Type]) => void>}} */
  const listeners = {
    welcome: new Set(), state: new Set(), thinking: new Set(), hint: new Set(), checked: new Set(), offers: new Set(), record: new Set(), analysis: new Set(), review: new Set(), reviewed: new Set(), read: new Set(), written: new Set(), opinion: new Set(), puzzles: new Set(),
    puzzle: new Set(), judged: new Set(), solution: new Set(), composed: new Set(), kept: new Set(), recorded: new Set(), opened: new Set(), exported: new Set(), models: new Set(),
    tree: new Set(), branch: new Set(), sought: new Set(), steps: new Set(), jobs: new Set(), job: new Set(), chart: new Set(), table: new Set(), games: new Set(), game: new Set(), experiments: new Set(), experiment: new Set(), examined: new Set(), report: new Set(), methods: new Set(), learned: new Set(), shown: new Set(), followers: new Set(), error: new Set(), status: new Set(),
  };
  /** @type {Map<number, {resolve: (answer: Message) => void, reject: (error: Error) => void}>} */
  const asked = new Map();
  /** @type {(Request & {id: number})[]} */
  let waiting = [];
  /** @type {WebSocket|null} */
  let socket = null;
  /** @type {Status} */
  let status = "connecting";
  let attempts = 0;
  let nextId = 1;
  let wasWelcomed = false;
  // A code that the address brings is newer than what the tab remembers.
  let code = new URLSearchParams(place.search).get("code") ?? ofThisTab.get("code");

  /**
   * Nobody listens to types that this page does not know.
   * @template {keyof Heard} Type
   * @param {Type} type
   * @param {Heard[Type]} message
   */
  function tell(type, message) {
    for (const listener of [...(listeners[type] ?? [])]) listener(message);
  }

  /** @param {Status} next */
  function become(next) {
    if (next === status) return;
    status = next;
    tell("status", { type: "status", status });
  }

  function open() {
    wasWelcomed = false;
    socket = new WebSocketClass(socketAddress(place, code));
    socket.onopen = () => post({ type: "hello", protocol: PROTOCOL, session, lang: language(), owner });
    socket.onmessage = (event) => hear(JSON.parse(event.data));
    socket.onclose = closed;
  }

  function closed() {
    socket = null;
    wasWelcomed = false;
    const unsent = new Set(waiting.map((message) => message.id));
    for (const [id, { reject }] of asked) {
      if (unsent.has(id)) continue;
      asked.delete(id);
      reject(new Refusal("page-away", t("page.away-question")));
    }
    if (status === "refused") return;
    become("away");
    setTimeout(open, waitBefore(attempts));
    attempts += 1;
  }

  /** @param {Request & {id?: number}} message */
  function post(message) {
    socket?.send(JSON.stringify(message));
  }

  /** @param {Message} message */
  function hear(message) {
    // What a review looks at on its way carries the number of the request too, and is not yet the answer.
    const isAnswer = message.id !== undefined && message.id !== null && message.type !== "review";
    const question = isAnswer ? asked.get(/** @type {number} */ (message.id)) : undefined;
    if (question) asked.delete(/** @type {number} */ (message.id));
    if (message.type === "welcome") {
      const found = session !== null && message.session === session;
      session = message.session;
      if (session !== null) ofThisTab.set("session", session);
      if (code !== null) ofThisTab.set("code", code);
      wasWelcomed = true;
      attempts = 0;
      become("open");
      tell("welcome", { ...message, found });
      for (const late of waiting.splice(0)) post(late);
      return;
    }
    if (message.type === "error") {
      if (FINAL.includes(message.key)) become("refused");
      if (question) question.reject(new Refusal(message.key, message.message));
      tell("error", { ...message, answered: !!question });
      return;
    }
    tell(message.type, message);
    question?.resolve(message);
  }

  open();

  return {
    /**
     * Sends and expects no answer of its own. Says whether it went out.
     * @param {Request} message
     */
    send(message) {
      if (!wasWelcomed) return false;
      post(message);
      return true;
    },

    /**
     * Sends, and promises the answer.
     * @template {Request} Asked
     * @param {Asked} message
     * @returns {Promise<import("../page-types/protocol.d.ts").Answer<Asked["type"]>>}
     */
    ask(message) {
      const id = nextId;
      nextId += 1;
      return new Promise((resolve, reject) => {
        // The program answers a request with the message that belongs to it, or with an error.
        const answered = /** @type {(answer: Message) => void} */ (resolve);
        asked.set(id, { resolve: answered, reject });
        const whole = { ...message, id };
        if (wasWelcomed) post(whole);
        else waiting.push(whole);
      });
    },

    /**
     * Calls back for every message of this type; also "status", and "error" with `answered` telling whether somebody
     * who asked has been told.
     * @template {keyof Heard} Type
     * @param {Type} type
     * @param {(message: Heard[Type]) => void} listener
     * @returns {() => void} to stop listening
     */
    on(type, listener) {
      listeners[type].add(listener);
      return () => listeners[type].delete(listener);
    },

    /** The session's name, which nobody else knows. */
    session: () => session,

    /** @returns {Status} */
    status: () => status,

    /**
     * Knocks again after a refusal, with a join code if one is given.
     * @param {string} [given]
     */
    retry(given) {
      if (given !== undefined) {
        code = given;
        ofThisTab.set("code", given);
      }
      attempts = 0;
      if (socket) {
        socket.onclose = null;
        socket.close();
      }
      become("connecting");
      open();
    },
  };
}

/** @typedef {ReturnType<typeof connect>} Connection */
