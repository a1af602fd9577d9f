import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { type ProblemCode, problemHeaders, problemOf, problems } from './problem.ts';

/** Answers with a problem on a socket where no response of Node can be had, and closes it. */
export function hangUp(socket: Socket, code: ProblemCode, detail: string): void {
  const requestId = randomUUID();
  const body = JSON.stringify(problemOf(code, detail, requestId));
  const headers = {
    ...problemHeaders,
    'x-request-id': requestId,
    'content-length': Buffer.byteLength(body),
    date: new Date().toUTCString(),
    connection: 'close',
    ...(code === 'request-timeout' ? { 'retry-after': '1' } : {}),
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const { status } = problems[code];
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'), () =>
    socket.destroySoon(),
  );
}
