import { expect, test } from 'vitest';
import { formatMessage } from '../../../src/channels/wording/format-message.ts';
import { incidentMessage } from '../support/incident-message.ts';

test('a Down names the few instances that are Down and where they ran, and why it comes late', () => {
  const down = [
    { instanceKey: 'web-1', host: 'h7' },
    { instanceKey: 'h8-web', host: 'h8' },
    { instanceKey: 'web\n3', host: null },
  ];
  const untilMs = Date.UTC(2026, 10, 21, 4);
  const because = 'maintenance until 2026-11-21 04:00 UTC: deploy (ci)';
  const { facts } = formatMessage(incidentMessage({ down, heldBack: { untilMs, because } }));
  expect(facts).toContainEqual({ name: 'Down', value: 'web-1 on h7, h8-web, web 3' });
  expect(facts).toContainEqual({
    name: 'Held back',
    value: 'until 2026-11-21 04:00:00 UTC, by maintenance until 2026-11-21 04:00 UTC: deploy (ci)',
  });
  const needs = { untilMs, because: 'depends on payments, which is back since 03:59 UTC' };
  expect(formatMessage(incidentMessage({ heldBack: needs })).facts).toContainEqual({
    name: 'Held back',
    value: 'until 2026-11-21 04:00:00 UTC, the service depends on payments, which is back since 03:59 UTC',
  });
});
