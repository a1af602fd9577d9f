import { isIPv6 } from 'node:net';
import { z } from 'zod';
import type { InstanceReading } from '../../actors/ports/reading.ts';

/** One instance as Prometheus reads it from an HTTP service discovery. */
export const targetSchema = z
  .object({
    targets: z.array(z.string()).length(1).meta({ description: 'Its `host:port`' }),
    labels: z.record(z.string(), z.string()).meta({
      description: '`service` and `environment`, and what relabelling may use: `__meta_service_monitor_…`',
    }),
  })
  .meta({ id: 'Target' });

export type Target = z.infer<typeof targetSchema>;

const prefix = '__meta_service_monitor_';

/** Metadata of more characters is for people, and would make the list of a large fleet very long. */
const longestValue = 256;

/** Null: it did not say where it can be reached. */
export function toTarget(instance: InstanceReading): Target | null {
  const { instanceId, serviceId, state, description } = instance;
  const { serviceName, environment, instanceKey, hostname, port, url, version, metadata } = description;
  const address = addressOf(hostname, port) ?? addressOfUrl(url);
  if (address === null) return null;
  const labels: Record<string, string> = { service: serviceName, environment };
  const facts = { serviceId, instanceId, instanceKey, status: state.status, hostname, url, version };
  for (const [name, value] of Object.entries(facts)) {
    if (value !== null) labels[prefix + toSnakeCase(name)] = value;
  }
  for (const [key, value] of Object.entries(metadata ?? {})) {
    const text = textOf(value);
    const name = `${prefix}metadata_${key.replace(/[^a-zA-Z0-9]/g, '_')}`;
    // Two keys may give one name: the first stays.
    if (text !== null && text.length <= longestValue) labels[name] ??= text;
  }
  return { targets: [address], labels };
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return JSON.isRawJSON(value) ? value.rawJSON : null;
}

/** Null as well for what Prometheus would refuse. */
function addressOf(hostname: string | null, port: number | null): string | null {
  if (hostname === null || port === null) return null;
  if (isIPv6(hostname)) return `[${hostname}]:${port}`;
  return /^[a-zA-Z0-9._-]+$/.test(hostname) ? `${hostname}:${port}` : null;
}

function addressOfUrl(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url);
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  return parsed.port === '' ? `${parsed.hostname}:${parsed.protocol === 'https:' ? 443 : 80}` : parsed.host;
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
