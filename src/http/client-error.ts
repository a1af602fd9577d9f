import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { type ProblemCode, problemOf, problems, problemType } from './problem.ts';

const codes: Record<string, [ProblemCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'The headers may have 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request-timeout', 'Send a request within 5 seconds.'],
};

/** Answers what the HTTP parser itself refuses, in the shape of every other error, and hangs up. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  // Nobody is there any more, or an answer is on its way already.
  if (error.code === 'ECONNRESET' || !socket.writable || socket.bytesWritten > 0) {
    socket.destroy();
    return;
  }
  const [code, detail] = codes[error.code ?? ''] ?? ['malformed-request', 'The request could not be read.'];
  const { status, title } = problems[code];
  const body = JSON.stringify(problemOf(code, detail, randomUUID()));
  socket.end(
    [
      `HTTP/1.1 ${status} ${title}`,
      `content-type: ${problemType}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
