import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { benchKey } from './start-node.ts';

/** Registers `count` instances, `perService` to a service, and writes their ids to a file, one a line. */
export async function registerInstances(
  url: string,
  count: number,
  perService: number,
  dir: string,
): Promise<{ ids: string[]; file: string }> {
  const ids: string[] = [];
  const atOnce = 64;
  for (let from = 0; from < count; from += atOnce) {
    const size = Math.min(atOnce, count - from);
    const some = Array.from({ length: size }, (_, i) => register(url, from + i, perService));
    ids.push(...(await Promise.all(some)));
  }
  const file = join(dir, 'instances.txt');
  writeFileSync(file, ids.join('\n'));
  return { ids, file };
}

async function register(url: string, n: number, perService: number): Promise<string> {
  const reply = await fetch(`${url}/api/services/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': benchKey },
    body: JSON.stringify({
      serviceName: `service-${Math.floor(n / perService)}`,
      environment: 'bench',
      hostname: `host-${n}`,
      port: 8080,
    }),
  });
  if (!reply.ok) throw new Error(`registration answered ${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as { instanceId: string }).instanceId;
}
