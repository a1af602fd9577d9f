import type { Env } from '../config/env.ts';
import { type Location, locationText } from './location.ts';

/** The address at which the large clouds answer, to a machine of theirs only. */
const metadataAddress = 'http://169.254.169.254';

/** The registration waits for no answer longer than this. */
const limitMs = 900;

/** What the clouds' metadata addresses say of this machine: those that answer in time. Never rejects. */
export async function askCloud(env: Env, address = metadataAddress): Promise<Location> {
  const signal = AbortSignal.timeout(limitMs);
  const ask: Ask = async (url, init = {}) => {
    const answer = await fetch(url, { ...init, signal, redirect: 'error' });
    if (!answer.ok) throw new Error(`answered ${answer.status}`);
    return answer.text();
  };
  const task = env['ECS_CONTAINER_METADATA_URI_V4'];
  const asked = [aws(ask, address), google(ask, address), azure(ask, address)];
  if (task !== undefined) asked.unshift(ecs(ask, task));
  const found: Location = {};
  for (const answer of await Promise.allSettled(asked)) {
    for (const [part, value] of answer.status === 'fulfilled' ? Object.entries(answer.value) : []) {
      const text = textOf(value);
      if (text !== null) found[part as keyof Location] ??= text;
    }
  }
  return found;
}

type Ask = (url: string, init?: { method?: string; headers?: Record<string, string> }) => Promise<string>;

/** What was answered may be anything. */
type Answered = Partial<Record<keyof Location, unknown>>;

async function ecs(ask: Ask, task: string): Promise<Answered> {
  const said = toObject(await ask(`${task}/task`));
  const [family, revision] = [textOf(said['Family']), textOf(said['Revision'])];
  const deployment = family !== null && revision !== null ? `${family}:${revision}` : family;
  return { cluster: lastOf(said['Cluster']), zone: said['AvailabilityZone'], deployment };
}

/** IMDSv2: a token first. */
async function aws(ask: Ask, address: string): Promise<Answered> {
  const lifetime = { 'X-aws-ec2-metadata-token-ttl-seconds': '60' };
  const token = await ask(`${address}/latest/api/token`, { method: 'PUT', headers: lifetime });
  const headers = { 'X-aws-ec2-metadata-token': token };
  const path = `${address}/latest/dynamic/instance-identity/document`;
  const said = toObject(await ask(path, { headers }));
  return { host: said['instanceId'], zone: said['availabilityZone'], region: said['region'] };
}

async function google(ask: Ask, address: string): Promise<Answered> {
  const headers = { 'Metadata-Flavor': 'Google' };
  const said = toObject(await ask(`${address}/computeMetadata/v1/instance/?recursive=true`, { headers }));
  // projects/123/zones/europe-west1-b
  const zone = lastOf(said['zone']);
  const { 'cluster-name': cluster } = (said['attributes'] ?? {}) as Record<string, unknown>;
  return { host: said['name'], zone, region: zone?.replace(/-[a-z]$/, ''), cluster };
}

async function azure(ask: Ask, address: string): Promise<Answered> {
  const path = `${address}/metadata/instance/compute?api-version=2021-02-01`;
  const said = toObject(await ask(path, { headers: { Metadata: 'true' } }));
  const [region, zone] = [textOf(said['location']), textOf(said['zone'])];
  // A zone of Azure is a number within its region.
  const whole = region !== null && zone !== null ? `${region}-${zone}` : null;
  return { host: said['name'], region, zone: whole, cluster: said['vmScaleSetName'] };
}

function toObject(json: string): Record<string, unknown> {
  return JSON.parse(json) as Record<string, unknown>;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? locationText(value) : null;
}

function lastOf(path: unknown): string | null {
  return textOf(path)?.split('/').at(-1) ?? null;
}
