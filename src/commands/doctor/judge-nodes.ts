import type { KnownNode } from '../../domain/node-settings.ts';
import { settingDifferences } from '../../domain/setting-differences.ts';
import type { Finding } from './finding.ts';

/** Whether the nodes that live now judge by the same. */
export function judgeNodes(living: readonly KnownNode[]): Finding[] {
  if (living.length === 0) return [];
  const count = living.length === 1 ? '1 node' : `${living.length} nodes`;
  const differences = settingDifferences.of(living);
  const same: Finding = {
    what: 'Settings of the nodes',
    level: 'ok',
    found: `the same on ${count}`,
    advice: null,
  };
  const found = differences.map((difference): Finding => {
    const advice = 'Give all nodes the same environment and monitor.yaml, and restart those that are wrong.';
    return {
      what: `Setting ${difference.setting}`,
      level: 'act',
      found: settingDifferences.say(difference),
      advice,
    };
  });
  return [...(found.length > 0 ? found : [same]), ...versionsOf(living)];
}

/** Versions differ during an upgrade; each of them was made to live beside the one before. */
function versionsOf(living: readonly KnownNode[]): Finding[] {
  const versions = living.map((node) => ({ ...node, values: { version: node.version } }));
  return settingDifferences.of(versions).map((difference) => {
    const advice = 'Finish the upgrade: docs/upgrades.md says how.';
    return { what: 'Versions', level: 'look', found: settingDifferences.say(difference), advice };
  });
}
