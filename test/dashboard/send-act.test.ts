import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendAct } from '../../src/dashboard/monitor/send-act.ts';

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: { method: string | undefined; body: string }[] = [];
let origin = '';

const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    asked.push({ method: request.method, body });
    answer(request, response);
  });
});

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function send(answers: typeof answer) {
  answer = answers;
  asked = [];
  return sendAct(
    { method: 'POST', path: `${origin}/api/act`, body: { by: 'Ada' } },
    { kind: 'key', key: 'key' },
  );
}

const says = (status: number, type: string, body: string) => (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(status, { 'content-type': type }).end(body);
const problem = (status: number) =>
  says(status, 'application/problem+json', '{"detail":"It is resolved already."}');

describe('an act', () => {
  it('is done once the monitor says so, with what it answers, or with nothing', async () => {
    expect(await send(says(200, 'application/json', '{"a":1}'))).toEqual({ kind: 'done', answer: { a: 1 } });
    expect(await send((_, response) => response.writeHead(204).end())).toEqual({
      ...{ kind: 'done', answer: undefined },
    });
    expect(asked).toEqual([{ method: 'POST', body: '{"by":"Ada"}' }]);
  });

  it('is refused in the words of the monitor', async () => {
    for (const status of [403, 404, 409, 503])
      expect(await send(problem(status))).toEqual({
        kind: 'refused',
        reason: 'It is resolved already.',
        faults: [],
      });
    expect(await send(problem(401))).toEqual({ kind: 'unknown-key' });
  });

  it('may have been done where no answer of the monitor comes, and is not sent again', async () => {
    const unclear = {
      kind: 'unclear',
      reason: expect.stringMatching(/It is not known whether it was done\.$/),
    };
    expect(await send(says(502, 'text/html', '<h1>Bad gateway</h1>'))).toEqual(unclear);
    expect(asked).toHaveLength(1);
    expect(await send(says(401, 'text/html', 'of a proxy'))).toEqual(unclear);
    expect(await send((_, response) => response.destroy())).toEqual(unclear);
    expect(asked).toHaveLength(1);
  });
});
