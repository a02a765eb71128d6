// @ts-check
// Choosing an agent of a certain kind with its options as controls: for an analysis, a tree, or steps.

import { openDialog } from "../dialog.js";
import { t } from "../text.js";
import { createPlayerFields } from "./player-fields.js";

/**
 * @param {object} parts
 * @param {import("../connection.js").Welcome} parts.welcome
 * @param {string} parts.title
 * @param {(agent: import("../../page-types/protocol.d.ts").AgentKind) => boolean} parts.isWanted
 * @param {{spec: string, limits: string}} parts.now
 * @param {import("../state.js").Suited|null} parts.suited
 * @param {(chosen: {spec: string, limits: string}) => void} parts.choose
 */
export function openAgentDialog({ welcome, title, isWanted, now, suited, choose }) {
  const offered = { ...welcome, agents: welcome.agents.filter(isWanted) };
  const fields = createPlayerFields({ welcome: offered, player: { kind: "agent", ...now }, title, onlyAgents: true, suited });
  openDialog({
    title,
    content: [fields.element],
    action: t("page.change"),
    act: () => {
      const wrong = fields.problem();
      if (wrong) throw new Error(wrong);
      const player = fields.get();
      if (player.kind === "agent") choose({ spec: player.spec, limits: player.limits ?? "" });
      return true;
    },
  });
}
