import { constants } from 'node:os';
import type { SettingReader } from './setting-reader.ts';

/** The signals to stop on. None unless asked: a listener would keep the host from dying of the signal. */
export function readSignals(reader: SettingReader, given: unknown): NodeJS.Signals[] {
  if (given === undefined || given === null || given === false) return [];
  if (given === true) return ['SIGTERM', 'SIGINT'];
  const signals = Array.isArray(given) ? given.map(String) : [];
  const isKnown = (signal: string) => Object.hasOwn(constants.signals, signal) && !/KILL|STOP$/.test(signal);
  if (signals.length === 0 || !signals.every(isKnown)) {
    reader.fail('handleSignals must be true, false or a list of signals such as SIGTERM');
    return [];
  }
  return signals as NodeJS.Signals[];
}
