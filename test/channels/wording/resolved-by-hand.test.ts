import { expect, test } from 'vitest';
import { formatMessage } from '../../../src/channels/wording/format-message.ts';
import { archivedNote } from '../../../src/domain/act-on-incident.ts';
import { incidentMessage } from '../support/incident-message.ts';

test('what a person resolved is told as that, without a length that nobody knows', () => {
  const byHand = { kind: 'resolved', resolvedBy: 'Ada\n\u202E', outageMs: null } as const;
  const silent = formatMessage(incidentMessage(byHand));
  expect(silent.subject).toBe('[Resolved] checkout (production): resolved by Ada');
  expect(silent.summary).toBe(
    'Ada resolved the incident of checkout in production. It has sent no heartbeat since.',
  );
  const heard = formatMessage(incidentMessage({ ...byHand, recoveredAtMs: Date.UTC(2026, 10, 21, 4) }));
  expect(heard.summary).toContain('It sends heartbeats again.');
});

test('that a service was archived is not told as the end of its outage', () => {
  const archived = {
    kind: 'resolved',
    resolvedBy: 'Ada',
    resolvedNote: archivedNote,
    outageMs: null,
  } as const;
  const words = formatMessage(incidentMessage(archived));
  expect(words.subject).toBe('[Archived] checkout (production): archived by Ada, not watched any more');
  expect(words.summary).toBe(
    'Ada archived checkout in production, which ended its incident: it is not watched any more.',
  );
});

test('why a person resolved it is told, in one line', () => {
  const byHand = { kind: 'resolved', resolvedBy: 'Ada', outageMs: null } as const;
  const { facts } = formatMessage(incidentMessage({ ...byHand, resolvedNote: 'gone\nfor good\u202e' }));
  expect(facts).toContainEqual({ name: 'Note', value: 'gone for good' });
  expect(formatMessage(incidentMessage(byHand)).facts.map(({ name }) => name)).not.toContain('Note');
});
