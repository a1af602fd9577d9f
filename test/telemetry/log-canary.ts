import { connect } from '../../src/store/client/connect.ts';
import { createLogger } from '../../src/telemetry/logger.ts';

/** A process that logs, as the monitor does, everything that ever carried a secret; the Redis is named by its URL. */
const log = createLogger('trace', false);
const canary = 'canary';
const url = process.argv[2] ?? '';

log.info({ apiKey: canary, password: canary, secret: canary }, 'at the top');
log.info({ channel: { secret: canary, apiKey: canary, password: canary } }, 'one level down');
log.info({ req: { headers: { 'x-api-key': canary, authorization: canary, cookie: canary } } }, 'a request');

const client = connect(url, 'fail-fast', (error) => log.warn({ error }, 'the connection had an error'));
await new Promise((ready) => client.once('ready', ready));
try {
  await client.call('AUTH', canary);
} catch (error) {
  log.warn({ error }, 'a command that failed');
  log.warn({ error: new AggregateError([error], 'several') }, 'several at once');
  log.warn({ err: error }, 'under the other name');
}
client.disconnect();
