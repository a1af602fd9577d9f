import type { ConfigReload } from './wire.ts';

type NodeReload = ConfigReload['nodes'][number];

const results: Record<NodeReload['result'], string> = {
  changed: 'the new settings are in use',
  unchanged: 'the settings of its file are in use already',
  refused: 'not valid; the previous settings stay in use',
  'no-answer': 'no answer: the node hangs, or runs an older version and must be restarted',
};

/** What each node did with its monitor.yaml, for people. */
export function formatReloads(nodes: readonly NodeReload[]): string {
  const lines = nodes.flatMap(({ node, result, changes, errors }) => [
    `${node}: ${results[result]}`,
    ...[...changes, ...errors].map((text) => `  - ${text}`),
  ]);
  const hint = 'Environment variables are only read when a node starts: restart it to change them.';
  return `${[...lines, hint].join('\n')}\n`;
}
