import { formatDuration } from '../../domain/duration.ts';
import type { KnownNode } from '../../domain/node-settings.ts';
import { settingDifferences } from '../../domain/setting-differences.ts';
import type { Finding } from './finding.ts';

/** Above this a clock is worth a look, and above that receivers may refuse what it signs. */
const clockAllowanceMs = { look: 1_000, act: 60_000 } as const;

/** Whether the nodes that live now judge by the same, and their clocks agree with that of Redis. */
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
    const advice =
      'Give all nodes the same environment variables and monitor.yaml; restart a node to change its environment variables.';
    return {
      what: `Setting ${difference.setting}`,
      level: 'act',
      found: settingDifferences.say(difference),
      advice,
    };
  });
  return [
    ...(found.length > 0 ? found : [same]),
    ...refusalsOf(living),
    ...locksOf(living),
    ...versionsOf(living),
    ...clocksOf(living),
  ];
}

/** A node whose file is not valid goes on with what it had, and would not start again with that file. */
function refusalsOf(living: readonly KnownNode[]): Finding[] {
  return living.flatMap(({ name, fileErrors = [] }): Finding[] => {
    const advice =
      'Correct the file; the node reads it within seconds. All errors: npm start -- config check.';
    const found = `not valid, earlier settings are in use: ${fileErrors.join('; ')}`;
    return fileErrors.length === 0
      ? []
      : [{ what: `monitor.yaml of node ${name}`, level: 'act', found, advice }];
  });
}

/** A channel of the API whose secrets a node cannot read: its messages wait, and nothing of it is lost. */
function locksOf(living: readonly KnownNode[]): Finding[] {
  const advice =
    'Start the node with the key of that id in MONITOR_SECRET_KEY or MONITOR_SECRET_KEY_PREVIOUS. If the key is lost, give the channel its secrets again: channels set.';
  return living.flatMap(({ name, lockedChannels = [] }) =>
    lockedChannels.map(
      ({ channelId, because }): Finding => ({
        ...{ what: `Channel ${channelId} on node ${name}`, level: 'act', advice },
        found: `cannot be used, its messages wait: ${because}`,
      }),
    ),
  );
}

/** Versions differ during an upgrade; each of them was made to live beside the one before. */
function versionsOf(living: readonly KnownNode[]): Finding[] {
  const versions = living.map((node) => ({ ...node, values: { version: node.version } }));
  return settingDifferences.of(versions).map((difference) => {
    const advice = 'Finish the upgrade: see docs/upgrades.md.';
    return { what: 'Versions', level: 'look', found: settingDifferences.say(difference), advice };
  });
}

/** No status is judged by the clock of a node; its log and the signatures of its webhooks carry it. */
function clocksOf(living: readonly KnownNode[]): Finding[] {
  const told = living.flatMap(({ name, clockAheadMs }) =>
    clockAheadMs === undefined ? [] : [{ name, aheadMs: clockAheadMs }],
  );
  if (told.length === 0) return [];
  const wrong = told.filter(({ aheadMs }) => Math.abs(aheadMs) > clockAllowanceMs.look);
  if (wrong.length === 0) {
    const found = `within ${formatDuration(clockAllowanceMs.look)} of that of Redis`;
    return [{ what: 'Clocks of the nodes', level: 'ok', found, advice: null }];
  }
  const advice =
    'Run NTP on its machine and on that of Redis: times in its log are wrong, and receivers refuse webhooks that seem minutes old.';
  return wrong.map(({ name, aheadMs }) => ({
    ...{ what: `Clock of node ${name}`, advice },
    level: Math.abs(aheadMs) < clockAllowanceMs.act ? 'look' : 'act',
    found: `${formatDuration(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead of' : 'behind'} that of Redis`,
  }));
}
