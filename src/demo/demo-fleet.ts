import { Doors } from '../simulator/fleet/doors.ts';
import { PretendedInstance } from '../simulator/fleet/pretended-instance.ts';
import { createRandom } from '../simulator/fleet/random.ts';
import { registrationBody } from '../simulator/fleet/registration-body.ts';
import { VitalSigns } from '../simulator/judge/vital-signs.ts';
import { demoPlan } from './demo-plan.ts';

interface Copy {
  serviceName: string;
  host: string;
  life: PretendedInstance;
}

const timeoutMs = 2_000;

/** The services of the demo: real clients of the monitor, which differ from yours only in that they do nothing else. */
export class DemoFleet {
  readonly #url: string;
  readonly #doors: Doors;
  #copies: Copy[];
  #processes = 4_000;

  constructor(url: string, apiKey: string) {
    this.#url = url;
    this.#doors = new Doors({ apiKey, timeoutMs });
    this.#copies = demoPlan.services.flatMap(({ name, hosts }) =>
      hosts.map((host) => this.#copyOf(name, host, '2.4.0')),
    );
  }

  get services(): readonly string[] {
    return [...new Set(this.#copies.map(({ serviceName }) => serviceName))];
  }

  get instances(): number {
    return this.#copies.length;
  }

  /** Starts what does not run, of these services or of all. */
  start(wanted: (copy: Readonly<Copy>) => boolean = () => true): void {
    for (const copy of this.#copies) if (wanted(copy)) copy.life.revive();
  }

  /** Ends without deregistering, as a killed process does. */
  async kill(wanted: (copy: Readonly<Copy>) => boolean = () => true): Promise<void> {
    await Promise.all(this.#copies.filter(wanted).map(({ life }) => life.silence()));
  }

  /** The hosts on which a service runs. */
  hostsOf(serviceName: string): string[] {
    return this.#copies.filter((copy) => copy.serviceName === serviceName).map(({ host }) => host);
  }

  /** Starts the new version of a service on a host, then stops the old one, which deregisters. */
  async replace(serviceName: string, host: string, version: string): Promise<void> {
    const index = this.#copies.findIndex((copy) => copy.serviceName === serviceName && copy.host === host);
    const old = this.#copies[index];
    if (old === undefined) return;
    const copy = this.#copyOf(serviceName, host, version);
    this.#copies[index] = copy;
    await copy.life.register(timeoutMs);
    copy.life.revive();
    await old.life.stopGracefully();
  }

  /** Whether the monitor says of all services that they are Healthy. */
  async isWell(): Promise<boolean> {
    const { body } = await this.#doors.knock(this.#url, 'GET', '/api/services?limit=200');
    const { items = [] } = (body ?? {}) as { items?: { status: string }[] };
    return items.length === this.services.length && items.every(({ status }) => status === 'Healthy');
  }

  async close(): Promise<void> {
    await this.kill();
    await this.#doors.close();
  }

  #copyOf(serviceName: string, host: string, version: string): Copy {
    const processId = ++this.#processes;
    const facts = {
      serviceName,
      environment: demoPlan.environment,
      version,
      hostname: host,
      processId,
      port: processId,
      url: `http://${host}:${processId}`,
      commitHash: version === '2.4.0' ? '0c1d2e3' : '4f5a6b7',
      heartbeatIntervalSeconds: demoPlan.intervalMs / 1000,
    };
    const vitals = new VitalSigns(createRandom(processId));
    const life = new PretendedInstance({
      doors: this.#doors,
      urls: [this.#url],
      intervalMs: demoPlan.intervalMs,
      registration: () => withHost(registrationBody(facts, Date.now()), host),
      metadata: () => vitals.next(Date.now()),
    });
    return { serviceName, host, life };
  }
}

/** As a service says it that knows on which machine it runs. */
function withHost(body: Record<string, unknown>, host: string): Record<string, unknown> {
  return { ...body, metadata: { ...(body['metadata'] as object), host } };
}
