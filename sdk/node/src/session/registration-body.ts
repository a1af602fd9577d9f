import os from 'node:os';
import type { RegistrationBody } from '../api/wire.ts';
import type { Config } from '../config/config.ts';
import { sdkVersion } from '../sdk-version.ts';
import type { Identity } from './identity.ts';

interface Extent {
  /** Between two heartbeats. */
  intervalMs: number;
  /** Without the host's own metadata, when the whole was too large. */
  isSpare: boolean;
}

/** What registers this instance. */
export async function registrationBody(
  config: Config,
  identity: Identity,
  { intervalMs, isSpare }: Extent,
): Promise<RegistrationBody> {
  const { port, url } = identity;
  const [{ commit, branch }, location] = await Promise.all([identity.revision(), identity.location()]);
  const isRoomy = isSpare || leavesRoom({ ...config.metadata, ...config.labels });
  return {
    serviceName: config.serviceName,
    environment: config.environment,
    ...(config.version === null ? {} : { version: config.version }),
    instanceId: identity.key,
    hostname: config.hostname,
    ...(port === null ? {} : { port }),
    ...(url === null ? {} : { url }),
    processId: process.pid,
    heartbeatIntervalSeconds: intervalMs / 1000,
    metadata: {
      ...(isRoomy ? location : {}),
      ...(isSpare ? {} : config.metadata),
      ...(Object.keys(config.labels).length === 0 ? {} : { labels: config.labels }),
      sdk_version: sdkVersion,
      framework: identity.framework.text,
      os: `${os.type()} ${os.release()} ${os.arch()}`,
      process_id: process.pid,
      registered_at: new Date().toISOString(),
      commit_hash: commit,
      branch,
    },
  };
}

/** What the application sends goes first: with too much in all, the monitor would take none of it. */
function leavesRoom(own: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(own).length <= 48 && Buffer.byteLength(JSON.stringify(own)) <= 13 * 1024;
}
