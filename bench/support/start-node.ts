import { type BenchProcess, startProcess } from './start-process.ts';

export const benchKey = `smk_benchkey_${'b'.repeat(43)}`;

/** The real program on a free port. */
export function startNode(
  redisUrl: string,
  roles: string,
  env: Record<string, string> = {},
): Promise<BenchProcess> {
  return startProcess('src/main.ts', ['start'], {
    REDIS_URL: redisUrl,
    MONITOR_ROLES: roles,
    MONITOR_PORT: '0',
    MONITOR_API_KEY: benchKey,
    // A bench is one caller, as large as a fleet.
    MONITOR_KEY_INSTANCES: '0',
    MONITOR_KEY_NEW_SERVICES: '0',
    ...env,
  });
}
