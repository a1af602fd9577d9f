import { describe, expect, test } from 'vitest';
import type { AnswerRow, AnswerTable } from '../../../src/channels/outbound/answer-table.ts';
import { incidentMessage } from './incident-message.ts';
import { openReceiver, type Received } from './open-receiver.ts';
import { openTestChannel } from './open-test-channel.ts';

/** What a receiver answers. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string | object;
}

/** A provider as its documents describe it. */
export interface Provider {
  /** A channel to the receiver at `origin`. */
  config(origin: string): { type: string };
  /** Its secrets; none may be seen in an outcome. */
  secrets: string[];
  /** How it answers when it takes a message. */
  taken: Answer;
  /** How it says one of the cases of the table, by its code. */
  says(row: AnswerRow): Answer;
  answers: AnswerTable;
  /** How it asks for a pause of so many seconds; absent: it never says how long. */
  limit?: { answer: Answer; waitMs: number };
  /** Whatever is wrong with a request that must stay within what the provider takes. */
  faults(request: Received): string[];
  /** What must not be in a request with a hostile name, if it is not the usual; null: its apps show plain text only. */
  forbidden?: RegExp | null;
}

const long = '<b>&"`*_[@everyone](x)'.repeat(400);
const hostile =
  '@everyone @here @channel @all <!channel> <@U1> https://evil.example/x [a](https://evil.example)';
const never = /@(everyone|here|channel|all)\b|<!|<@|(?<!monitor\.)https:\/\/evil/;

/** Behaviour that every channel over HTTP must have, against a receiver that behaves as the provider does. */
export function describeProvider(name: string, provider: Provider): void {
  const { answers, secrets } = provider;
  const open = async (answer: Answer) => {
    const receiver = await openReceiver((_request, response) => reply(response, answer));
    const channel = openTestChannel(provider.config(new URL(receiver.url).origin));
    const send = (change = {}) => channel.send(incidentMessage(change), AbortSignal.timeout(5_000));
    return { receiver, channel, send };
  };

  describe(`${name}, whatever it answers`, () => {
    test('takes a message', async () => {
      const { send, receiver } = await open(provider.taken);
      expect(await send()).toMatchObject({ kind: 'sent' });
      expect(receiver.received.flatMap(provider.faults)).toEqual([]);
    });

    test.each(answers.rows.map((row) => [row.status, row.code ?? 'any', row.means, row] as const))(
      '%s (%s) means: %s',
      async (_status, _code, _means, row) => {
        const { send } = await open(provider.says(row));
        const outcome = await send();
        if (row.means === 'sent') return expect(outcome).toMatchObject({ kind: 'sent' });
        expect(outcome).toMatchObject({ kind: 'failed', permanent: row.means === 'refused' });
        if (row.because !== undefined)
          expect(outcome).toHaveProperty('reason', expect.stringContaining(row.because));
      },
    );

    test.runIf(provider.limit)('a pause that it asks for is kept', async () => {
      const { send } = await open(provider.limit?.answer ?? provider.taken);
      expect(await send()).toMatchObject({ permanent: false, retryAfterMs: provider.limit?.waitMs });
    });

    test('a broken server is tried again', async () => {
      const { send } = await open({ status: 503, body: 'upstream connect error' });
      expect(await send()).toMatchObject({ kind: 'failed', permanent: false });
    });

    test('a server that hangs is given up for now', async () => {
      const receiver = await openReceiver(() => undefined);
      const channel = openTestChannel(provider.config(new URL(receiver.url).origin));
      expect(await channel.send(incidentMessage(), AbortSignal.timeout(150))).toMatchObject({
        ...{ kind: 'failed', permanent: false, reason: expect.stringMatching(/^no answer within/) },
      });
    });

    test('no secret is repeated, though the receiver repeats all it got', async () => {
      const receiver = await openReceiver((request, response) => {
        const { url, headers } = request;
        response.writeHead(400, { 'content-type': 'text/plain' });
        response.end(`no: ${secrets.join(' ')} ${url} ${JSON.stringify(headers)}`);
      });
      const channel = openTestChannel(provider.config(new URL(receiver.url).origin));
      const text = JSON.stringify(await channel.send(incidentMessage(), AbortSignal.timeout(5_000)));
      expect(text).toContain('answer');
      for (const secret of secrets) expect(text).not.toContain(secret);
    });

    test('names of any length and kind stay within its limits, and the link is whole', async () => {
      const { send, receiver } = await open(provider.taken);
      const values = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${long}${index}`, long]));
      const seen = { instanceKey: long, hostname: long, receivedAtMs: 0, values };
      const more = {
        serviceName: long,
        environment: long,
        resolvedNote: long,
        lastMetrics: [seen, seen, seen],
      };
      expect(await send(more)).toMatchObject({ kind: 'sent' });
      const [request] = receiver.received;
      expect(request && provider.faults(request)).toEqual([]);
      expect(decodeURIComponent((request?.body ?? '').replace(/\+/g, ' '))).toContain(incidentMessage().url);
    });

    test('the name of a service mentions nobody and makes no link', async () => {
      const { send, receiver } = await open(provider.taken);
      const seen = {
        instanceKey: hostile,
        hostname: hostile,
        receivedAtMs: 0,
        values: { [hostile]: hostile },
      };
      await send({ serviceName: hostile, environment: hostile, lastMetrics: [seen] });
      const body = receiver.received[0]?.body ?? '';
      expect(body).toContain('evil');
      if (provider.forbidden !== null) expect(body).not.toMatch(provider.forbidden ?? never);
    });
  });
}

function reply(
  response: {
    writeHead(status: number, headers: Record<string, string>): unknown;
    end(text?: string): unknown;
  },
  { status, headers = {}, body }: Answer,
): void {
  const isJson = typeof body === 'object';
  response.writeHead(status, { 'content-type': isJson ? 'application/json' : 'text/plain', ...headers });
  response.end(isJson ? JSON.stringify(body) : body);
}
