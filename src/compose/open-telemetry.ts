import { hostname } from 'node:os';
import type { Tracing } from '../telemetry/tracing.ts';
import type { Foundation } from './foundation.ts';
import { programVersion } from './program-version.ts';

/**
 * Starts to send over OTLP, if a variable says where to; else nothing of it is even loaded. A monitor without it is
 * better than none: where its packages are missing, that is said and all else goes on.
 */
export async function openTelemetry({ config, metrics, log, closers }: Foundation): Promise<Tracing | null> {
  const { telemetry } = config;
  if (telemetry === null) return null;
  try {
    const { startOpenTelemetry } = await import('../telemetry/otel/start-open-telemetry.ts');
    const instanceId = `${hostname()}:${config.port}`;
    const opened = startOpenTelemetry(telemetry, { version: programVersion(), instanceId, metrics }, log);
    closers.add('OpenTelemetry', () => opened.close());
    log.info({ ...telemetry }, 'OpenTelemetry started');
    return opened.tracing;
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    log.error(
      { reason },
      'could not start OpenTelemetry; nothing is exported. Check that its packages are installed',
    );
    return null;
  }
}
