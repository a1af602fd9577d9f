import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Started, start } from '../compose.ts';
import { loadConfig } from '../config.ts';
import type { DemoMonitor } from '../demo/start-demo.ts';

/** Starts a real monitor with all it has in `dir`; nothing of the environment or of the machine's monitor counts. */
export function startDemoMonitor(
  { dir, apiKey, port, settings, channels, keyLinks }: DemoMonitor,
  log: Logger,
  stopping: AbortSignal,
): Promise<Started> {
  const file = join(dir, 'monitor.yaml');
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ channels }));
  const outcome = loadConfig({
    ...settings,
    MONITOR_DATA_DIR: dir,
    MONITOR_CONFIG: file,
    MONITOR_API_KEY: apiKey,
    MONITOR_PORT: String(port),
  });
  if (outcome.kind === 'invalid') throw new Error(outcome.errors.join('; '));
  return start(outcome.config, log, stopping, keyLinks);
}
