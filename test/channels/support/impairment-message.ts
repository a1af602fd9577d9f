import type { ImpairmentMessage } from '../../../src/domain/messages.ts';

/** The monitor tells that it was blind, as it is handed to channels. */
export function impairmentMessage(overrides: Partial<ImpairmentMessage> = {}): ImpairmentMessage {
  return {
    notificationId: '0000c3d5-6c1e-8a9b-9d3e-2b7f5a6c4d10',
    incidentId: '0000a77b-02d4-8c3e-8f11-90ab12cd34ef',
    kind: 'impaired',
    sinceMs: Date.UTC(2026, 10, 21, 3, 12, 4),
    endedAtMs: null,
    reasons: [
      { cause: 'blind', detail: 'no heartbeat could be received for 75 s of the last 5 min' },
      { cause: 'channel-failing', detail: 'channel hook gave up a message\r\nBcc: x' },
    ],
    url: 'https://monitor.example.com/',
    ...overrides,
  };
}
