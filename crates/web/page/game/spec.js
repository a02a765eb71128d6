// @ts-check
// An agent as text and as the values of its options: `alphabeta:depth=4,eval=runs`.

/** @typedef {import("../../page-types/protocol.d.ts").AgentOption} AgentOption */
/** @typedef {import("../../page-types/protocol.d.ts").AgentKind} AgentKind */

/**
 * The text of an agent; options left at what they are by default are not written.
 * @param {AgentKind} agent
 * @param {Record<string, string>} values
 */
export function formatSpec(agent, values) {
  const parts = agent.options
    .filter(({ name, default: usual }) => (values[name] ?? "") !== "" && values[name] !== String(usual ?? ""))
    .map(({ name }) => `${name}=${values[name]}`);
  return parts.length > 0 ? `${agent.name}:${parts.join(",")}` : agent.name;
}

/**
 * @param {string} text
 * @returns {{name: string, values: Record<string, string>}}
 */
export function parseSpec(text) {
  const at = text.indexOf(":");
  const name = at < 0 ? text : text.slice(0, at);
  /** @type {Record<string, string>} */
  const values = {};
  for (const part of at < 0 ? [] : text.slice(at + 1).split(",")) {
    const equals = part.indexOf("=");
    if (equals > 0) values[part.slice(0, equals).trim()] = part.slice(equals + 1).trim();
  }
  return { name: name.trim(), values };
}

/**
 * What is wrong with an option's value, as a key of the catalogue with its details; null when it will do.
 * @param {AgentOption} option
 * @param {string} value an empty one means: as by default
 * @returns {{key: string, details: Record<string, string|number>}|null}
 */
export function badValue(option, value) {
  if (value === "") return null;
  if (option.kind === "time") {
    return /^\d+(\.\d+)?\s*(ms|s)?$/.test(value) ? null : { key: "page.option-time", details: { value } };
  }
  if (option.kind === "choice") return null;
  const number = Number(value);
  const fits = Number.isFinite(number) && (option.kind === "real" || Number.isInteger(number))
    && number >= (option.least ?? -Infinity) && number <= (option.most ?? Infinity);
  if (fits) return null;
  const details = { value, least: option.least ?? 0, most: option.most ?? 0 };
  return { key: option.kind === "real" ? "page.option-real" : "page.option-whole", details };
}
