import type { Timeouts } from './config.ts';
import type { SettingReader } from './setting-reader.ts';

const defaults: Readonly<Timeouts> = {
  requestMs: 10_000,
  listenMs: 5_000,
  registrationMs: 30_000,
  healthMs: 5_000,
  stopMs: 3_000,
};

const mostMs = 24 * 3_600_000;

export function readTimeouts(reader: SettingReader, given: unknown): Timeouts {
  const timeouts = { ...defaults };
  if (given === undefined || given === null) return timeouts;
  if (typeof given !== 'object') {
    reader.fail('timeouts must be an object');
    return timeouts;
  }
  for (const [name, ms] of Object.entries(given)) {
    // There was such a wait once; an option that means nothing any more stops no application.
    if (ms === undefined || ms === null || name === 'refusedMs') continue;
    if (!Object.hasOwn(defaults, name))
      reader.fail(`timeouts.${name} is not known: ${Object.keys(defaults).join(', ')}`);
    else if (typeof ms === 'number' && ms >= 0 && ms <= mostMs) timeouts[name as keyof Timeouts] = ms;
    else reader.fail(`timeouts.${name} must be a number of milliseconds`);
  }
  return timeouts;
}
