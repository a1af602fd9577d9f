import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Doors } from '../../src/simulator/fleet/doors.ts';
import { PretendedInstance } from '../../src/simulator/fleet/pretended-instance.ts';
import { registerAll } from '../../src/simulator/fleet/register-all.ts';
import { benchKey } from './start-node.ts';

/** Registers `count` instances, `perService` to a service, and writes their ids to a file, one a line. */
export async function registerInstances(
  url: string,
  count: number,
  perService: number,
  dir: string,
): Promise<string> {
  const doors = new Doors({ apiKey: benchKey, connections: 64, timeoutMs: 10_000 });
  const instances = Array.from({ length: count }, (_, n) => {
    const serviceName = `service-${Math.floor(n / perService)}`;
    return new PretendedInstance({
      ...{ doors, urls: [url], intervalMs: 3_600_000 },
      registration: () => ({ serviceName, environment: 'bench', hostname: `host-${n}`, port: 8080 }),
      metadata: () => undefined,
    });
  });
  const failure = await registerAll(instances, { parallel: 64, timeoutMs: 0 });
  await doors.close();
  if (failure)
    throw new Error(`a registration was answered ${failure.status} ${JSON.stringify(failure.body)}`);
  const file = join(dir, 'instances.txt');
  writeFileSync(file, instances.map(({ instanceId }) => instanceId).join('\n'));
  return file;
}
