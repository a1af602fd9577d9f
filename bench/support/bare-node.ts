import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { heartbeatRequest, heartbeatResponse } from '../../src/http/schemas/heartbeat.ts';

/** The same route, schema and reply in Fastify and nothing else: what a heartbeat would cost if it went nowhere. */
const app = fastify();
app.setValidatorCompiler(validatorCompiler);
app.setSerializerCompiler(serializerCompiler);
app
  .withTypeProvider<ZodTypeProvider>()
  .post(
    '/api/services/heartbeat',
    { schema: { body: heartbeatRequest, response: { 200: heartbeatResponse } } },
    async () => ({
      status: 'ok' as const,
      timestamp: new Date().toISOString(),
      message: 'Heartbeat received.',
      serviceStatus: 'Healthy',
      nextHeartbeatSeconds: 30,
    }),
  );
await app.listen({ host: '127.0.0.1', port: 0 });
process.stdout.write(`ready http://127.0.0.1:${(app.server.address() as AddressInfo).port}\n`);
process.once('SIGTERM', () => void app.close());
