import { expect, test } from 'vitest';
import { answers } from '../../../src/channels/signal/answers.ts';
import { signalText } from '../../../src/channels/signal/message.ts';
import { describeProvider } from '../support/describe-provider.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { openReceiver } from '../support/open-receiver.ts';
import { openTestChannel } from '../support/open-test-channel.ts';

const [number, person] = ['+491701234567', '+491707654321'];
const config = (url: string) => ({ id: 'signal', type: 'signal', url, number, to: [person] });

test('a Down for Signal', () => {
  const message = incidentMessage({ lastMetrics: [] });
  expect(signalText(message)).toBe(
    [
      '🔴 [Down] checkout (production): silent since 03:12:04 UTC',
      'No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.',
      'Service: checkout',
      'Environment: production',
      'Last heartbeat: 2026-11-21 03:12:04 UTC',
      'Detected: 2026-11-21 03:14:06 UTC, after 2 min 2 s',
      'Instances: 2 Down',
      message.url,
    ].join('\n'),
  );
});

test('is sent to all at once, without marks of style', async () => {
  const receiver = await openReceiver();
  const to = [person, 'group.OyZzqio1xDmYiLsQ1VsqRcUFOU4tK2TcECmYt2KeozHJwglMBHAPS7jlkrm='];
  const channel = openTestChannel({ ...config(new URL(receiver.url).origin), to });
  await channel.send(incidentMessage(), AbortSignal.timeout(5_000));
  const [request] = receiver.received;
  expect(request?.path).toBe('/v2/send');
  expect(JSON.parse(request?.body ?? '')).toEqual({
    ...{ number, recipients: to, text_mode: 'normal', message: signalText(incidentMessage()) },
  });
});

describeProvider('Signal', {
  config,
  secrets: [number, person],
  taken: { status: 201, body: { timestamp: '1795230847000' } },
  answers,
  says: ({ status }) => ({
    status: Number(status),
    body: { error: `Unregistered user ${person}`, account: number },
  }),
  faults: ({ body }) => (JSON.parse(body).message.length > 2_000 ? ['message'] : []),
  forbidden: null,
});
