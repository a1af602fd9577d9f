import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { hangUp } from './hang-up.ts';
import type { ProblemCode } from './problem.ts';

const codes: Record<string, [ProblemCode, string]> = {
  HPE_HEADER_OVERFLOW: ['headers-too-large', 'Path and headers may be at most 16 KiB and 128 lines.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload-too-large', 'Chunk extensions may be at most 16 KiB.'],
  ERR_HTTP_REQUEST_TIMEOUT: [
    'request-timeout',
    'The complete request must arrive within 5 seconds. Send it again.',
  ],
};

/** What Node keeps on a socket: the answer that is next in line there. Its own default handler looks at it too. */
type HttpSocket = Socket & { _httpMessage?: (ServerResponse & { req: { complete: boolean } }) | null };

/** Answers what the HTTP parser itself refuses, in the shape of every other error, and hangs up. */
export function answerClientError(error: Error & { code?: string }, socket: HttpSocket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const pending = socket._httpMessage;
  if (pending?.req.complete === true) {
    // The request before this one is whole and is being answered; what follows it on this connection is not.
    pending.shouldKeepAlive = false;
    pending.once('finish', () => socket.destroySoon());
  } else if (pending?.headersSent === true) {
    socket.destroySoon();
  } else {
    const [code, detail] = codes[error.code ?? ''] ?? ['malformed-request', 'The request could not be read.'];
    hangUp(socket, code, detail);
  }
}
