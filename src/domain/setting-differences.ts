import { type KnownNode, knownNodes } from './node-settings.ts';

/** A setting in which running nodes differ. */
export interface SettingDifference {
  setting: string;
  /** Each value with the nodes that have it, the most common first. */
  values: { value: string; nodes: string[] }[];
}

/** A restart is over when no node has started for so long; until then old and new settings may differ. */
const settledAfterMs = 60_000;

/** After this time a difference is reported even if nodes keep starting, such as one that crashes repeatedly. */
const toldAfterMs = 10 * 60_000;

/** The settings in which running nodes differ now, also during a restart. */
function differencesOf(living: readonly KnownNode[]): SettingDifference[] {
  const settings = new Set(living.flatMap((node) => Object.keys(node.values)));
  return [...settings].sort().flatMap((setting) => {
    const values = [
      ...Map.groupBy(
        living.filter((node) => setting in node.values),
        (node) => node.values[setting] ?? '',
      ),
    ].map(([value, nodes]) => ({ value, nodes: nodes.map(({ name }) => name).sort() }));
    return values.length < 2
      ? []
      : [{ setting, values: values.sort((a, b) => b.nodes.length - a.nodes.length || order(a, b)) }];
  });
}

/** The differences that are not explained by a restart in progress. */
function lastingDifferences(nodes: readonly KnownNode[], nowMs: number): SettingDifference[] {
  const living = knownNodes.living(nodes, nowMs);
  const latestMs = Math.max(...living.map((node) => node.sinceMs));
  if (nowMs - latestMs >= settledAfterMs) return differencesOf(living);
  return differencesOf(living.filter((node) => nowMs - node.sinceMs >= toldAfterMs));
}

/** `node api-1 (pid 7) has downAfter 2m, node worker-2 (pid 9) has 4s`. */
function formatDifference({ setting, values }: SettingDifference): string {
  return values
    .map(({ value, nodes }, i) => `${formatNodes(nodes)} ${i === 0 ? `${setting} ` : ''}${value}`)
    .join(', ');
}

function formatNodes([first = '', ...others]: string[]): string {
  return others.length === 0 ? `node ${first} has` : `node ${first} and ${others.length} more have`;
}

function order(a: { value: string }, b: { value: string }): number {
  return a.value < b.value ? -1 : 1;
}

/** What nodes that live side by side do not agree on. */
export const settingDifferences = {
  of: differencesOf,
  lasting: lastingDifferences,
  say: formatDifference,
} as const;
