import { addMonitor } from './add-monitor.ts';
import type { Closable, ListeningServer, MonitorHandle } from './monitor-handle.ts';
import type { MonitorOptions } from './monitor-options.ts';

/** A handle of your own, or the options of a new one. */
export type FastifyMonitorOptions = { monitor: MonitorHandle } | (MonitorOptions & { monitor?: undefined });

/** The part of a Fastify instance that is used. Written down here, so Fastify is no dependency. */
export interface FastifyLike {
  readonly version: string;
  readonly server: ListeningServer;
  addHook(
    name: 'onRequest',
    hook: (request: RequestLike, reply: ReplyLike, done: () => void) => void,
  ): unknown;
  addHook(name: 'onListen', hook: () => Promise<void>): unknown;
  addHook(name: 'preClose', hook: () => Promise<void>): unknown;
  addHook(name: 'onClose', hook: () => Promise<void>): unknown;
}

interface RequestLike {
  readonly raw: object;
}

interface ReplyLike {
  readonly raw: Closable;
}

/** The Fastify plugin: `app.register(fastifyMonitor, options)`. Stops gracefully with `app.close()`. */
export async function fastifyMonitor(app: FastifyLike, options: FastifyMonitorOptions): Promise<void> {
  const monitor = options.monitor ?? addMonitor(ours(options));
  const framework = `Fastify ${app.version}`;
  monitor.useServer(app.server, framework);
  app.addHook('onRequest', (request, reply, done) => {
    monitor.trackRequest(request.raw, reply.raw);
    done();
  });
  app.addHook('onListen', async () => monitor.useServer(app.server, framework));
  // The instance deregisters before the requests under way are waited for, which may take longer than the process has left.
  app.addHook('preClose', async () => void monitor.stop());
  app.addHook('onClose', async () => {
    await monitor.stop();
  });
}

/** Without what Fastify itself takes from the options of a plugin. */
function ours(options: MonitorOptions & { prefix?: unknown; logLevel?: unknown; logSerializers?: unknown }) {
  const { prefix: _, logLevel: __, logSerializers: ___, ...rest } = options;
  return rest;
}

// As `fastify-plugin` would do: the hooks are for the whole application, not for an encapsulated part of it.
Object.assign(fastifyMonitor, {
  [Symbol.for('skip-override')]: true,
  [Symbol.for('fastify.display-name')]: '@service-monitor/client',
});
