import type { IncomingMessage } from 'node:http';
import type { Exchange } from './exchange.ts';
import { whatWentWrong } from './what-went-wrong.ts';

/** Far more than the monitor ever answers; what is longer is not the monitor. */
const largestBytes = 64 * 1024;

/** Reads the whole answer, but never more than fits. */
export function readReply(response: IncomingMessage, settle: (exchange: Exchange) => void): void {
  const chunks: Buffer[] = [];
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= largestBytes) chunks.push(chunk);
    else response.destroy(new Error(`the answer is larger than ${largestBytes / 1024} KiB`));
  });
  response.once('end', () =>
    settle({
      kind: 'reply',
      status: response.statusCode ?? 0,
      text: Buffer.concat(chunks).toString('utf8'),
      retryAfter: response.headers['retry-after'] ?? null,
      location: response.headers.location ?? null,
    }),
  );
  response.on('error', (error) => settle({ kind: 'no-reply', reason: whatWentWrong(error) }));
}
