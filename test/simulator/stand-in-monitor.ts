import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface StandInSettings {
  downAfterMs?: number;
  recoveryWindowMs?: number;
  pageSize?: number;
  /** A service that is called Down for three looks while it beats. */
  slandered?: string;
  /** A monitor that never says Down. */
  neverDown?: boolean;
}

interface Instance {
  instanceId: string;
  serviceId: string;
  lastSeenMs: number;
  intervalMs: number;
  beaten: boolean;
  stopped: boolean;
}

interface Service {
  serviceId: string;
  serviceName: string;
  environment: string;
  status: string;
  backSinceMs: number;
}

export interface SeenRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  apiKey: string | undefined;
  body: Record<string, unknown>;
}

type Answer = [statusCode: number, body: object | null, headers?: Record<string, string>];

/** The far side of the protocol: a small monitor that answers what the contract promises, and lies when told to. */
export class StandInMonitor {
  readonly requests: SeenRequest[] = [];
  readonly apiKey = 'smk_test';
  /** Takes a request over: the status code or the whole answer, or none at all, or null to answer as usual. */
  interfere: (request: SeenRequest) => number | Answer | 'no answer' | null = () => null;
  readonly #settings: Required<Omit<StandInSettings, 'slandered'>> & { slandered: string | null };
  readonly #server: Server;
  readonly #services = new Map<string, Service>();
  readonly #instances = new Map<string, Instance>();
  #slandersLeft = 3;
  readonly #incidents: Record<string, string | number | null>[] = [];

  constructor(settings: StandInSettings = {}) {
    this.#settings = {
      downAfterMs: 600,
      recoveryWindowMs: 200,
      pageSize: 200,
      neverDown: false,
      ...settings,
      slandered: settings.slandered ?? null,
    };
    this.#server = createServer((request, response) => void this.#serve(request, response));
  }

  async listen(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Ends only when every client has let go of its connections. */
  async close(): Promise<void> {
    await new Promise((resolve) => this.#server.close(resolve));
  }

  forget(instanceId: string): void {
    this.#instances.delete(instanceId);
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    let text = '';
    for await (const chunk of request) text += chunk;
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      apiKey: request.headers['x-api-key']?.toString(),
      body: text === '' ? {} : JSON.parse(text),
    };
    this.requests.push(seen);
    const answer = this.#answer(seen);
    if (answer === 'no answer') return;
    const [statusCode, body, headers = {}] = answer;
    response.writeHead(statusCode, { 'content-type': 'application/json', ...headers });
    response.end(body === null ? undefined : JSON.stringify(body));
  }

  #answer(request: SeenRequest): Answer | 'no answer' {
    const taken = this.interfere(request);
    if (taken === 'no answer') return taken;
    if (typeof taken === 'number') return [taken, { detail: `interfered with ${taken}` }];
    if (taken !== null) return taken;
    if (request.apiKey !== this.apiKey) return [401, { code: 'key-unknown', detail: 'no such key' }];
    const route = `${request.method} ${request.path.replace(/instances\/.+/, 'instances/:id')}`;
    switch (route) {
      case 'POST /api/services/register':
        return [200, this.#register(request.body)];
      case 'POST /api/services/heartbeat':
        return this.#heartbeat(String(request.body['instanceId']));
      case 'DELETE /api/instances/:id': {
        const instance = this.#instances.get(request.path.split('/').at(-1) ?? '');
        if (instance) instance.stopped = true;
        return [204, null];
      }
      case 'GET /api/services':
        this.#judge();
        return [200, this.#page([...this.#services.values()], request)];
      case 'GET /api/incidents':
        return [200, this.#page(this.#incidents, request)];
      default:
        return [404, { detail: 'no such route' }];
    }
  }

  #register(body: Record<string, unknown>): object {
    const name = [body['environment'], body['serviceName']].join('/');
    const service: Service = this.#services.get(name) ?? {
      serviceId: crypto.randomUUID(),
      serviceName: String(body['serviceName']),
      environment: String(body['environment']),
      status: 'Pending',
      backSinceMs: 0,
    };
    this.#services.set(name, service);
    const instanceId = crypto.randomUUID();
    this.#instances.set(instanceId, {
      instanceId,
      serviceId: service.serviceId,
      lastSeenMs: Date.now(),
      intervalMs: Number(body['heartbeatIntervalSeconds']) * 1000,
      beaten: false,
      stopped: false,
    });
    const { serviceId, serviceName, environment } = service;
    return { serviceId, instanceId, serviceName, environment, status: 'registered', message: 'registered' };
  }

  #heartbeat(instanceId: string): [number, object] {
    const instance = this.#instances.get(instanceId);
    if (!instance || instance.stopped) return [404, { code: 'instance-unknown' }];
    instance.lastSeenMs = Date.now();
    instance.beaten = true;
    return [200, { status: 'ok', timestamp: new Date().toISOString(), message: 'received' }];
  }

  #page(items: readonly object[], request: SeenRequest): object {
    const from = Number(request.query.get('cursor') ?? 0);
    const to = from + Math.min(this.#settings.pageSize, Number(request.query.get('limit') ?? 50));
    return { items: items.slice(from, to), nextCursor: to < items.length ? String(to) : null };
  }

  #judge(): void {
    const nowMs = Date.now();
    for (const service of this.#services.values()) {
      const own = [...this.#instances.values()].filter(
        (one) => one.serviceId === service.serviceId && !one.stopped,
      );
      const silences = own.map((one) => nowMs - one.lastSeenMs);
      const beating = own.every((one) => one.beaten);
      const slandered =
        beating && service.serviceName === this.#settings.slandered && this.#slandersLeft-- > 0;
      const down = silences.every((ms) => ms >= this.#settings.downAfterMs) && !this.#settings.neverDown;
      const late = own.some((one) => nowMs - one.lastSeenMs > one.intervalMs * 1.2 + 250);
      if (down || slandered) this.#goDown(service, nowMs - Math.min(...silences));
      else if (service.status === 'Down') this.#comeBack(service, nowMs);
      else if (!this.#isRecovering(service, nowMs))
        this.#beWell(service, late ? 'Degraded' : 'Healthy', nowMs);
    }
  }

  #isRecovering({ status, backSinceMs }: Service, nowMs: number): boolean {
    return status === 'Recovered' && nowMs - backSinceMs < this.#settings.recoveryWindowMs;
  }

  #goDown(service: Service, lastSeenMs: number): void {
    if (service.status === 'Down') return;
    service.status = 'Down';
    this.#incidents.push({
      incidentId: crypto.randomUUID(),
      serviceId: service.serviceId,
      serviceName: service.serviceName,
      state: 'open',
      startedAt: new Date(lastSeenMs).toISOString(),
      detectedAt: new Date().toISOString(),
      recoveredAt: null,
      resolvedAt: null,
      relapses: 0,
    });
  }

  #comeBack(service: Service, nowMs: number): void {
    service.status = 'Recovered';
    service.backSinceMs = nowMs;
    const incident = this.#openIncident(service);
    if (incident)
      Object.assign(incident, { state: 'recovering', recoveredAt: new Date(nowMs).toISOString() });
  }

  #beWell(service: Service, status: string, nowMs: number): void {
    const incident = this.#openIncident(service);
    if (incident) Object.assign(incident, { state: 'resolved', resolvedAt: new Date(nowMs).toISOString() });
    service.status = status;
  }

  #openIncident(service: Service): Record<string, string | number | null> | undefined {
    return this.#incidents.find(
      (incident) => incident['serviceId'] === service.serviceId && incident['state'] !== 'resolved',
    );
  }
}
