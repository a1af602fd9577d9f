import { expect, test } from 'vitest';
import type { Finding } from '../../../src/simulator/judge/finding.ts';
import { tellFindings } from '../../../src/simulator/judge/tell-findings.ts';

const down = (serviceName: string): Finding => ({ kind: 'down-seen', serviceName, afterMs: 121_000 });

test('a few findings are told one by one', () => {
  expect(tellFindings([down('search')])).toEqual(['search is Down, seen 2 min 1 s after its last heartbeat']);
});

test('many findings of one kind at once are told in three lines', () => {
  const lines = tellFindings(Array.from({ length: 300 }, (_, index) => down(`service-${index}`)));
  expect(lines).toHaveLength(3);
  expect(lines[2]).toContain('298 more');
});

test('a mistake is told as one', () => {
  const mistake: Finding = {
    kind: 'mistake',
    mistake: { kind: 'false-down', serviceName: 'cart', sign: 'status' },
  };
  expect(tellFindings([mistake])).toEqual([
    'MISTAKE  false Down: cart was reported Down while it sent heartbeats',
  ]);
});
