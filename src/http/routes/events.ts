import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { LiveMeter } from '../../actors/ports/observability.ts';
import type { LiveEvents } from '../live/live-events.ts';
import { ProblemError } from '../problem-error.ts';
import { liveEventSchemas } from '../schemas/live-event.ts';
import { withProblems } from '../schemas/with-problems.ts';
import { tooMany } from '../too-many.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its answer goes on for hours: it takes no turn from other reads, and has no duration to be measured. */
    isStream?: boolean;
  }
}

/** For proxies, too: nothing is kept, collected or compressed on the way. */
const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
  // After the stream the connection is of no use: a node that stops is left at once.
  connection: 'close',
} as const;

/** How long a reader whose stream ended waits before it opens one again; spread, so that not all come back at once. */
const retryMs = { least: 1_000, most: 3_000 };

/** GET /api/events: every change of what the key may see, as server-sent events. */
export function eventsRoute(app: FastifyInstance, live: LiveEvents, meter: LiveMeter): void {
  // Otherwise it would wait for streams that never end.
  app.addHook('preClose', (done) => {
    live.close();
    done();
  });

  app.withTypeProvider<ZodTypeProvider>().get('/api/events', {
    config: { scope: 'read', isStream: true },
    schema: {
      summary: 'Follow every change as server-sent events',
      tags: ['live'],
      headers: liveEventSchemas.headers,
      querystring: z.strictObject({}),
      response: withProblems({
        200: {
          description: 'A stream',
          content: { 'text/event-stream': { schema: liveEventSchemas.stream } },
        },
      }),
    },
    async handler(request, reply) {
      const { apiKey, headers, method } = request;
      if (apiKey === null) throw new ProblemError('internal', 'There is no API key.');
      if (method === 'HEAD') return reply.headers(streamHeaders).send('');
      const outcome = await live.subscribe(apiKey, headers['last-event-id'], () => begin(reply));
      if (outcome === 'open') return reply;
      if (outcome === 'closing') {
        if (reply.sent) return reply;
        throw new ProblemError('unavailable', 'This node is shutting down. Open the stream again.', {
          headers: { 'retry-after': '1' },
        });
      }
      meter.refused(outcome);
      if (outcome === 'key-full')
        throw tooMany('Too many event streams are open with this API key on this node.', 10_000);
      throw new ProblemError(
        'unavailable',
        'Too many event streams are open on this node. Try another one.',
        {
          headers: { 'retry-after': '10' },
        },
      );
    },
  });
}

/** Sends the head; from then on the answer is ours. */
function begin(reply: FastifyReply) {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...(reply.getHeaders() as Record<string, string>), ...streamHeaders });
  const spreadMs = retryMs.least + Math.random() * (retryMs.most - retryMs.least);
  raw.write(`retry: ${Math.round(spreadMs)}\n\n`);
  return raw;
}
