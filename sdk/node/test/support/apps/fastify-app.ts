import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { addMonitor } from '../../../src/add-monitor.ts';
import { fastifyMonitor } from '../../../src/fastify.ts';
import { answerParent } from './answer-parent.ts';

/** A Fastify application as a user writes it: the plugin, and `app.close()` on SIGTERM. */
const app = fastify();
const monitor = addMonitor({ metadata: { team: 'shop' } });
await app.register(fastifyMonitor, { monitor });

app.get('/', async () => 'hello');
// Never answers.
app.get('/slow', () => new Promise(() => undefined));

process.once('SIGTERM', () => void app.close());
await app.listen({ port: 0, host: '127.0.0.1' });
answerParent(monitor, (app.server.address() as AddressInfo).port);
