import { knownNodes } from '../../domain/node-settings.ts';
import type { NodeReload } from '../../domain/reload-outcome.ts';
import type { Nodes } from '../ports/nodes.ts';
import type { Reloads } from '../ports/reloads.ts';

export type AskForReload = () => Promise<NodeReload[]>;

/** Nodes look for a request every second. A node that is gone counts as living for a while; it is not waited for longer. */
const timeoutMs = 17_000;
const lookEveryMs = 250;

/** Asks every node to read `monitor.yaml` again, and gathers what became of it on each. */
export function createAskForReload(parts: {
  reloads: Reloads;
  nodes: Pick<Nodes, 'read'>;
  wait: (ms: number) => Promise<void>;
  /** A clock that only runs forward. */
  now: () => number;
}): AskForReload {
  const { reloads } = parts;

  return async function askForReload() {
    const untilMs = parts.now() + timeoutMs;
    const request = await reloads.ask();
    for (;;) {
      const answers = await reloads.answers(request);
      const { nowMs, nodes } = await parts.nodes.read();
      const living = knownNodes.living(nodes, nowMs).filter((node) => !answers.has(node.nodeId));
      if (living.length > 0 && parts.now() < untilMs) {
        await parts.wait(lookEveryMs);
        continue;
      }
      const answered = nodes.flatMap(({ nodeId, name }): NodeReload[] => {
        const outcome = answers.get(nodeId);
        return outcome === undefined ? [] : [{ node: name, outcome }];
      });
      const silent = living.map(({ name }): NodeReload => ({ node: name, outcome: { kind: 'no-answer' } }));
      return [...answered, ...silent].sort((a, b) => (a.node < b.node ? -1 : 1));
    }
  };
}
