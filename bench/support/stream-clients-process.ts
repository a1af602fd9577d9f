import { createParser } from 'eventsource-parser';
import { Agent, request } from 'undici';
import type { StreamClientsReport } from './start-stream-clients.ts';

/**
 * Readers of `GET /api/events`, in a process of their own. The arguments: the address, the key, and how many. Over IPC it takes
 * `{report: true}`, which answers what came since the report before.
 */
const [url = '', key = '', count = '1'] = process.argv.slice(2);
const agent = new Agent({ headersTimeout: 0, bodyTimeout: 0, connections: Number(count) });

let report: StreamClientsReport = { bytes: 0, events: 0, resets: 0, ended: 0, services: [] };

async function follow(client: number): Promise<void> {
  const answer = await request(`${url}/api/events`, { dispatcher: agent, headers: { 'x-api-key': key } });
  if (answer.statusCode !== 200) throw new Error(`a stream was answered ${answer.statusCode}`);
  const parser = createParser({
    onEvent({ event, data }) {
      report.events++;
      if (event === 'reset') report.resets++;
      if (event !== 'service') return;
      const { serviceId, status } = JSON.parse(data) as { serviceId: string; status: string };
      report.services.push({ client, serviceId, status, atMs: Date.now() });
    },
  });
  const decoder = new TextDecoder();
  const reading = (async () => {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      report.bytes += chunk.length;
      parser.feed(decoder.decode(chunk, { stream: true }));
    }
  })();
  void reading.catch(() => undefined).then(() => report.ended++);
}

process.on('message', () => {
  process.send?.(report);
  report = { bytes: 0, events: 0, resets: 0, ended: 0, services: [] };
});

await Promise.all(Array.from({ length: Number(count) }, (_, client) => follow(client)));
process.stdout.write('ready streams\n');
