import { describe, expect, test } from 'vitest';
import { formatMessage } from '../../../src/channels/wording/format-message.ts';
import { incidentMessage } from '../support/incident-message.ts';

describe('the last heartbeat in a message', () => {
  const at = (second: number) => Date.UTC(2026, 10, 21, 3, 12, second);

  test('who registered and was not heard after that was not heard when it registered', () => {
    const never = formatMessage(incidentMessage({ registration: { atMs: at(5), lastBeatAtMs: null } }));
    expect(never.subject).toBe('[Down] checkout (production): registered at 03:12:05 UTC, no heartbeat yet');
    expect(never.summary).toBe(
      'No instance of checkout in production has ever sent a heartbeat; the silence began at 2026-11-21 03:12:05 UTC, when one registered.',
    );
    expect(never.facts.slice(2, 4)).toEqual([
      { name: 'Last heartbeat', value: 'never' },
      { name: 'Registered', value: '2026-11-21 03:12:05 UTC' },
    ]);
    const before = formatMessage(incidentMessage({ registration: { atMs: at(5), lastBeatAtMs: at(1) } }));
    expect(before.subject).toBe(
      '[Down] checkout (production): registered at 03:12:05 UTC, no heartbeat since then',
    );
    expect(before.summary).toBe(
      'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:01 UTC; one registered at 2026-11-21 03:12:05 UTC and has sent none since.',
    );
    expect(before.facts[2]).toEqual({ name: 'Last heartbeat', value: '2026-11-21 03:12:01 UTC' });
  });

  test('what is told of several outages calls the start of the first no last heartbeat', () => {
    const hour = { fromMs: at(0), downs: 7, silentMs: 21 * 60_000 };
    const sum = formatMessage(incidentMessage({ kind: 'flapping', relapses: 12, hour }));
    expect(sum.facts[2]).toEqual({ name: 'Down since', value: '2026-11-21 03:12:04 UTC' });
  });
});
