import type { UsedChannel } from '../../compose/used-channel.ts';
import type { FileSettings } from '../../config/file-settings.ts';
import type { StoredChannel } from '../../domain/stored-channel.ts';
import type { Finding } from './finding.ts';

/** What is to be said of the channels of the API beside how they do. `used`: as this environment can use them. */
export function judgeStoredChannels(
  stored: readonly StoredChannel[],
  used: readonly UsedChannel[],
  file: FileSettings,
  keyIds: readonly string[],
): Finding[] {
  return [
    ...namesOf(file, stored),
    ...used.flatMap((one) => lockOf(one, keyIds)),
    ...oldKeysOf(stored, keyIds),
  ];
}

/** Nothing but this can tell a misspelt name from that of a channel of the API. */
function namesOf(file: FileSettings, stored: readonly StoredChannel[]): Finding[] {
  const known = new Map(stored.map((channel) => [channel.channelId, channel]));
  const { routes, reminding, operatorChannels, channels } = file;
  const escalations = [
    ...(routes?.routes ?? []).map(({ escalation = [] }) => escalation),
    reminding.escalation,
  ];
  const named = [
    ...(routes?.routes ?? []).flatMap((route) => route.channels),
    ...(routes?.defaultChannels ?? []),
    ...escalations.flatMap((steps) => steps.flatMap((step) => step.channels)),
    ...(operatorChannels ?? []),
  ];
  const others = [...new Set(named)].filter((name) => channels.every(({ id }) => id !== name));
  return others.flatMap((name): Finding[] => {
    const what = `Channel ${name}`;
    const found = known.get(name);
    if (found === undefined) {
      const advice = 'Correct the name in monitor.yaml, or make the channel: channels add.';
      return [{ what, level: 'act', found: 'monitor.yaml sends to it, and there is none', advice }];
    }
    if (found.isEnabled) return [];
    const advice = `Switch it on (channels enable ${name}), or take it out of monitor.yaml.`;
    return [{ what, level: 'look', found: 'monitor.yaml sends to it, and it is switched off', advice }];
  });
}

function lockOf({ id, opened }: UsedChannel, keyIds: readonly string[]): Finding[] {
  if (opened.kind === 'usable') return [];
  const what = `Channel ${id}`;
  if (keyIds.length === 0) {
    const advice = 'Run doctor with the MONITOR_SECRET_KEY of the nodes.';
    return [{ what, level: 'look', found: `not examined: ${opened.because}`, advice }];
  }
  const advice = 'Set the key of that id; if it is lost, give the channel its secrets again: channels set.';
  return [{ what, level: 'act', found: opened.because, advice }];
}

function oldKeysOf(stored: readonly StoredChannel[], [first]: readonly string[]): Finding[] {
  const old = stored.filter(({ secrets }) => Object.values(secrets).some(({ keyId }) => keyId !== first));
  if (first === undefined || old.length === 0) return [];
  const found = `not encrypted with the key that is in MONITOR_SECRET_KEY: ${old.map(({ channelId }) => channelId).join(', ')}`;
  return [{ what: 'Secrets of channels', level: 'look', found, advice: 'Run: channels reencrypt' }];
}
