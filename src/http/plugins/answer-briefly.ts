import { createHash } from 'node:crypto';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import etag from '@fastify/etag';
import type { FastifyInstance } from 'fastify';
import { hasEtag } from '../has-etag.ts';

/** Smaller answers gain nothing. */
const leastBytes = 1_024;

/** Far below the default of brotli, which takes a second for a page of services; this is as small as gzip, and faster. */
const brotliQuality = 4;

/**
 * Answers of the routes that are added in `add` are compressed for callers who take that, and have an ETag: who has the
 * answer already gets 304 without it. Other routes have none of these hooks, so that a heartbeat costs what it did.
 */
export async function answerBriefly(
  app: FastifyInstance,
  add: (reading: FastifyInstance) => void,
): Promise<void> {
  await app.register(async (reading) => {
    // Weak: the same answer may come compressed or not.
    await reading.register(etag, { weak: true, hashFn, replyWith304: false });
    reading.addHook('onSend', async (request, reply, answer) => {
      const tag = reply.getHeader('etag');
      // A problem is answered as it is, even to who has the same one.
      if (reply.statusCode !== 200 || typeof tag !== 'string') return answer;
      if (!hasEtag(request.headers['if-none-match'], tag)) return answer;
      void reply.code(304);
      return '';
    });
    await reading.register(compress, {
      threshold: leastBytes,
      encodings: ['br', 'gzip'],
      globalDecompression: false,
      brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } },
    });
    add(reading);
  });
}

/**
 * A page has another cursor each time, so that nobody can compare positions. Whoever has the same items goes on with the
 * cursor that came with them.
 */
function hashFn(answer: string | Buffer): string {
  const text = String(answer).replace(/"nextCursor":"[\w-]*"\}$/, '"nextCursor":true}');
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}
