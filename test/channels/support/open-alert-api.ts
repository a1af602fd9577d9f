import type { RequestListener } from 'node:http';
import { z } from 'zod';
import { openReceiver, type Received } from './open-receiver.ts';

/** What the documents of Opsgenie say must hold of a new alert; it answers 422 otherwise. */
const anAlert = z.strictObject({
  ...{ message: z.string().min(1).max(130), alias: z.string().min(1).max(512) },
  ...{ description: z.string().max(15_000), source: z.string().max(100) },
  ...{ priority: z.enum(['P1', 'P2', 'P3', 'P4', 'P5']), entity: z.string().max(512).optional() },
  tags: z.array(z.string().min(1).max(50)).max(20),
  details: z
    .record(z.string(), z.string())
    .refine((details) => Object.entries(details).flat().join('').length <= 8_000),
});

const aChange = z.strictObject({ source: z.string().max(100), note: z.string().max(25_000) });

/** What is wrong with a request. */
export function faultsOf({ path, body }: Received): string[] {
  const shape = path.endsWith('/v2/alerts') ? anAlert : aChange;
  return shape.safeParse(JSON.parse(body)).error?.issues.map((issue) => issue.path.join('.')) ?? [];
}

interface Alert {
  alias: string;
  state: 'open' | 'acknowledged' | 'closed';
  count: number;
  priority: string;
}

/** The alert API of Opsgenie and of Jira Service Management, as their documents describe what becomes of requests. */
export async function openAlertApi(apiKey: string) {
  const alerts: Alert[] = [];
  /** Accepted requests that came to nothing, as the log of the account shows them. */
  const failed: string[] = [];
  const create = (body: string) => {
    const { alias, priority } = JSON.parse(body) as Alert;
    const open = alerts.find((alert) => alert.alias === alias && alert.state !== 'closed');
    if (open === undefined) alerts.push({ alias, priority, state: 'open', count: 1 });
    else open.count++;
  };
  const change = (path: string) => {
    const [, alias = '', action = '', type] =
      /alerts\/([^/]+)\/(\w+)\?identifierType=(\w+)$/.exec(path) ?? [];
    const open = alerts.find(
      (alert) => type === 'alias' && alert.alias === decodeURIComponent(alias) && alert.state !== 'closed',
    );
    if (open === undefined) failed.push(path);
    else open.state = action === 'close' ? 'closed' : 'acknowledged';
  };
  const take = (request: Received): number => {
    if (request.headers['authorization'] !== `GenieKey ${apiKey}`) return 401;
    if (faultsOf(request).length > 0) return 422;
    if (request.path.endsWith('/v2/alerts')) create(request.body);
    else change(request.path);
    return 202;
  };
  let answered = 0;
  const listener: RequestListener = (_request, response) => {
    const request = receiver.received[answered++];
    const status = request === undefined ? 500 : take(request);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        ...(status === 202 ? { result: 'Request will be processed' } : { message: 'it was not taken' }),
        ...{ took: 0.1, requestId: '43a29c5c-3dbf-4fa4-9c26-f4f71023e120' },
      }),
    );
  };
  const receiver = await openReceiver(listener);
  return { origin: new URL(receiver.url).origin, received: receiver.received, alerts, failed };
}
