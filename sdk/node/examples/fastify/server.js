// A Fastify application that is monitored:
//   npm install fastify @service-monitor/client
//   SERVICE_MONITOR_URL=http://localhost:8080 SERVICE_MONITOR_API_KEY=smk_... node server.js
import { fastifyMonitor } from '@service-monitor/client/fastify';
import fastify from 'fastify';

const app = fastify({ logger: true });
await app.register(fastifyMonitor, {
  serviceName: 'fastify-example',
  environment: 'development',
  logger: app.log,
});

app.get('/', async () => ({ hello: 'world' }));

// `app.close()` tells the monitor that this is no outage.
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void app.close());
await app.listen({ port: Number(process.env.PORT ?? 3000), host: '0.0.0.0' });
