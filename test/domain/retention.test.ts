import { expect, test } from 'vitest';
import type { NotificationState } from '../../src/domain/notification.ts';
import { blindGapsMs, mostAuditEntries, retention } from '../../src/domain/retention.ts';

const dayMs = 24 * 60 * 60 * 1000;
const nowMs = 1_000 * dayMs;
const keptMs = 90 * dayMs;

const incident = (state: 'open' | 'recovering' | 'resolved', resolvedAtMs: number | null) => ({
  state,
  resolvedAtMs,
  startedAtMs: nowMs - 900 * dayMs,
});

test('an incident may go when its time since the end is over and its notifications are gone', () => {
  const ended = (agoMs: number) => incident('resolved', nowMs - agoMs);
  expect(retention.mayIncidentGo(ended(keptMs), 0, keptMs, nowMs)).toBe(false);
  expect(retention.mayIncidentGo(ended(keptMs + 1), 0, keptMs, nowMs)).toBe(true);
  expect(retention.mayIncidentGo(ended(keptMs + 1), 1, keptMs, nowMs)).toBe(false);
  // Version 0.1 noted no end of some.
  expect(retention.mayIncidentGo(incident('resolved', null), 0, keptMs, nowMs)).toBe(true);
});

test('an incident that is not resolved never goes, however old it is', () => {
  for (const state of ['open', 'recovering'] as const)
    expect(retention.mayIncidentGo(incident(state, null), 0, keptMs, nowMs)).toBe(false);
});

const row = (
  state: NotificationState,
  more: { sentAtMs?: number; replay?: { atMs: number; attemptsBefore: number } } = {},
) => ({
  state,
  createdAtMs: nowMs - keptMs - 1,
  sentAtMs: null,
  ...more,
});

test('a notification may go when its time is over, whether it was sent, suppressed or given up', () => {
  for (const state of ['sent', 'suppressed', 'dead'] as const) {
    expect(retention.mayNotificationGo(row(state), null, keptMs, nowMs)).toBe(true);
    expect(retention.mayNotificationGo(row(state), 'resolved', keptMs, nowMs)).toBe(true);
    expect(retention.mayNotificationGo(row(state), null, keptMs + 1, nowMs)).toBe(false);
  }
});

test('a notification that waits, or whose incident goes on, never goes', () => {
  for (const state of ['pending', 'sending'] as const)
    expect(retention.mayNotificationGo(row(state), null, keptMs, nowMs)).toBe(false);
  for (const incident of ['open', 'recovering'] as const)
    expect(retention.mayNotificationGo(row('sent'), incident, keptMs, nowMs)).toBe(false);
});

test('a notification is as young as the last time that it was sent', () => {
  const sent = row('sent', { sentAtMs: nowMs - keptMs });
  const replayed = row('dead', { replay: { atMs: nowMs - keptMs, attemptsBefore: 12 } });
  for (const one of [sent, replayed])
    expect(retention.mayNotificationGo(one, null, keptMs, nowMs)).toBe(false);
});

test('an audit entry may go when its time is over, or when enough are newer', () => {
  expect(retention.mayAuditEntryGo({ atMs: nowMs - keptMs }, 0, keptMs, nowMs)).toBe(false);
  expect(retention.mayAuditEntryGo({ atMs: nowMs - keptMs - 1 }, 0, keptMs, nowMs)).toBe(true);
  expect(retention.mayAuditEntryGo({ atMs: nowMs }, mostAuditEntries - 1, keptMs, nowMs)).toBe(false);
  expect(retention.mayAuditEntryGo({ atMs: nowMs }, mostAuditEntries, keptMs, nowMs)).toBe(true);
});

test('a maintenance window may go after 400 days, which is how far uptime looks back', () => {
  expect(retention.mayMaintenanceGo(nowMs - 400 * dayMs, nowMs)).toBe(false);
  expect(retention.mayMaintenanceGo(nowMs - 400 * dayMs - 1, nowMs)).toBe(true);
});

const gap = { fromMs: 100, toMs: 200 };

test('a blind gap may go when the monitor could hear for long enough since', () => {
  const standing = { gap, newer: 0, openSilenceMs: null };
  expect(retention.mayGapGo({ ...standing, heardMs: blindGapsMs })).toBe(false);
  expect(retention.mayGapGo({ ...standing, heardMs: blindGapsMs + 1 })).toBe(true);
});

test('a blind gap in the silence of an open incident stays, unless ten thousand are newer', () => {
  const old = { gap, heardMs: blindGapsMs + 1, newer: 9_999 };
  expect(retention.mayGapGo({ ...old, openSilenceMs: 199 })).toBe(false);
  expect(retention.mayGapGo({ ...old, openSilenceMs: 200 })).toBe(true);
  expect(retention.mayGapGo({ ...old, openSilenceMs: 199, newer: 10_000 })).toBe(true);
});
