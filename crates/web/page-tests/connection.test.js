import assert from "node:assert/strict";
import test from "node:test";
import { connect, socketAddress, waitBefore } from "../page/connection.js";

/** A socket whose other end is the test. */
class FakeSocket {
  static all = [];
  constructor(address) {
    this.address = address;
    this.sent = [];
    FakeSocket.all.push(this);
  }
  send(text) { this.sent.push(JSON.parse(text)); }
  close() { this.onclose?.(); }
  hear(message) { this.onmessage({ data: JSON.stringify(message) }); }
}

const PLACE = { protocol: "http:", host: "127.0.0.1:8000", search: "" };
const OWNER = "00112233445566778899aabbccddeeff";
const WELCOME = { type: "welcome", protocol: 1, session: "s1", role: "owner" };

function begin(session = null) {
  FakeSocket.all = [];
  const connection = connect({ WebSocketClass: FakeSocket, place: PLACE, session, owner: OWNER });
  return { connection, socket: FakeSocket.all[0] };
}

test("the socket is where the page is, with the code if there is one", () => {
  assert.equal(socketAddress(PLACE, null), "ws://127.0.0.1:8000/socket");
  assert.equal(socketAddress({ ...PLACE, protocol: "https:" }, "a b"), "wss://127.0.0.1:8000/socket?code=a%20b");
});

test("a code in the address is newer than the one that the tab remembers", () => {
  globalThis.sessionStorage = /** @type {any} */ ({ getItem: (name) => (name === "kinrow-code" ? "OLD" : null), setItem() {} });
  try {
    FakeSocket.all = [];
    connect({ WebSocketClass: FakeSocket, place: { ...PLACE, search: "?code=NEW" }, session: null });
    connect({ WebSocketClass: FakeSocket, place: PLACE, session: null });
    assert.deepEqual(FakeSocket.all.map(({ address }) => address.split("=")[1]), ["NEW", "OLD"]);
  } finally {
    delete globalThis.sessionStorage;
  }
});

test("waits grow, and end", () => {
  assert.ok(waitBefore(0) < waitBefore(1));
  assert.equal(waitBefore(10), waitBefore(50));
});

test("it greets with the session it had, and tells whether that was found", () => {
  const { connection, socket } = begin("s1");
  const heard = [];
  connection.on("welcome", ({ found }) => heard.push(found));
  socket.onopen();
  assert.deepEqual(socket.sent[0], { type: "hello", protocol: 1, session: "s1", lang: "en", owner: OWNER });
  socket.hear(WELCOME);
  socket.hear({ ...WELCOME, session: "s2" });
  assert.deepEqual(heard, [true, false]);
});

test("answers and refusals reach whoever asked", async () => {
  const { connection, socket } = begin();
  socket.onopen();
  const early = connection.ask({ type: "hint" });
  assert.equal(socket.sent.length, 1, "a question waits for the greeting");
  socket.hear(WELCOME);
  assert.equal(socket.sent[1].type, "hint");
  socket.hear({ type: "hint", id: socket.sent[1].id, move: "b2" });
  assert.equal((await early).move, "b2");
  const refused = connection.ask({ type: "play", move: "z9" });
  socket.hear({ type: "error", id: socket.sent[2].id, key: "point-shape", message: "no point" });
  await assert.rejects(refused, { key: "point-shape", message: "no point" });
});

test("a broken connection refuses what was under way, keeps what waits, and comes back", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, socket } = begin();
  socket.onopen();
  socket.hear(WELCOME);
  const lost = connection.ask({ type: "hint" });
  socket.close();
  await assert.rejects(lost, { key: "page-away" });
  assert.equal(connection.status(), "away");
  assert.equal(connection.send({ type: "stop" }), false);
  const patient = connection.ask({ type: "undo" });
  t.mock.timers.tick(waitBefore(0));
  FakeSocket.all[1].close();
  t.mock.timers.tick(waitBefore(1));
  const third = FakeSocket.all[2];
  third.onopen();
  assert.equal(third.sent[0].session, "s1");
  third.hear(WELCOME);
  assert.equal(connection.status(), "open");
  third.hear({ type: "state", id: third.sent[1].id, game: {} });
  assert.equal((await patient).type, "state");
});

test("without the right code it does not knock again until it has one", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const { connection, socket } = begin();
  socket.hear({ type: "error", key: "web-code", message: "a code is needed" });
  socket.close();
  t.mock.timers.tick(60_000);
  assert.equal(FakeSocket.all.length, 1);
  assert.equal(connection.status(), "refused");
  connection.retry("1234");
  assert.equal(FakeSocket.all[1].address, "ws://127.0.0.1:8000/socket?code=1234");
});
