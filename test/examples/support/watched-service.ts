import { apiClient, type InstanceReply } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';

/** What the monitor thinks of the only instance of a service. */
export class WatchedService {
  readonly #name: string;
  readonly #api: ReturnType<typeof apiClient>;

  constructor(monitorUrl: string, name: string) {
    this.#name = name;
    this.#api = apiClient(monitorUrl);
  }

  async instance(): Promise<InstanceReply | null> {
    const service = await this.#api.service(this.#name);
    return (service && (await this.#api.instances(service.serviceId))[0]) ?? null;
  }

  /** The instance, once it has the status. */
  async untilStatus(status: string, withinMs = 15_000): Promise<InstanceReply> {
    return eventually(
      `${this.#name} is ${status}`,
      async () => {
        const instance = await this.instance();
        return instance?.status === status && instance;
      },
      withinMs,
    );
  }

  /** Resolves when so many more heartbeats were heard. */
  async heartbeats(count: number): Promise<void> {
    const heardAt = new Set<string | null>([(await this.instance())?.lastHeartbeatAt ?? null]);
    await eventually(`${this.#name} beats`, async () => {
      heardAt.add((await this.instance())?.lastHeartbeatAt ?? null);
      return heardAt.size > count;
    });
  }
}
