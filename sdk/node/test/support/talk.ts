import { onTestFinished } from 'vitest';
import { addMonitor } from '../../src/add-monitor.ts';
import type { MonitorHandle } from '../../src/monitor-handle.ts';
import type { MonitorOptions } from '../../src/monitor-options.ts';
import { RecordingLogger } from './recording-logger.ts';
import { type Reply, StandInMonitor } from './stand-in-monitor.ts';

export interface Talk {
  monitor: StandInMonitor;
  sdk: MonitorHandle;
  log: RecordingLogger;
}

/** The SDK, in this process, against a stand-in monitor; both end with the test. */
export async function talk(
  options: MonitorOptions & { answer?: StandInMonitor['answer']; basePath?: string } = {},
): Promise<Talk> {
  const { answer, basePath = '', ...rest } = options;
  const monitor = await StandInMonitor.start();
  if (answer) monitor.answer = answer;
  const log = new RecordingLogger();
  const sdk = addMonitor({
    baseUrl: monitor.url + basePath,
    apiKey: 'smk_test',
    serviceName: 'orders',
    environment: 'test',
    port: 8080,
    url: 'http://web-1:8080',
    heartbeatIntervalMs: 100,
    logger: log,
    ...rest,
  });
  onTestFinished(async () => {
    await sdk.stop({ timeoutMs: 100 });
    await monitor.close();
  });
  return { monitor, sdk, log };
}

/** Answers heartbeats with these first, and well afterwards. */
export function heartbeatsGet(...first: Reply[]): StandInMonitor['answer'] {
  return (request) => (request.kind === 'heartbeat' && first.shift()) || StandInMonitor.wellMeant(request);
}
