import { isMainThread } from 'node:worker_threads';
import { ApiKey } from './api/api-key.ts';
import { monitorApi } from './api/monitor-api.ts';
import type { Config } from './config/config.ts';
import type { Env } from './config/env.ts';
import type { Logger } from './log/logger.ts';
import { SystemMetrics } from './metrics/system-metrics.ts';
import type { MonitorHandle, StopOutcome } from './monitor-handle.ts';
import { deregister } from './session/deregister.ts';
import { HealthCheck } from './session/health-check.ts';
import { hold } from './session/hold.ts';
import { Identity } from './session/identity.ts';
import { Narrator } from './session/narrator.ts';
import { ProcessEnd } from './session/process-end.ts';
import { Progress } from './session/progress.ts';
import { Session } from './session/session.ts';
import { watchPrimary } from './session/watch-primary.ts';
import { RequestCounter } from './tracking/request-counter.ts';
import { watchRequests } from './tracking/watch-requests.ts';

/** Puts the SDK together and starts it. */
export function startMonitor(config: Config, env: Env, log: Logger): MonitorHandle {
  const api = monitorApi(config.baseUrl, config.proxy, new ApiKey(config.apiKey, config.readApiKey));
  const identity = new Identity(config, env);
  const requests = config.enableRequestTracking ? new RequestCounter() : null;
  const unwatch = requests === null ? () => undefined : watchRequests(requests);
  const meters = { system: config.enableMetrics ? new SystemMetrics() : null, requests };
  const progress = new Progress(config);
  const health = new HealthCheck(config);
  const session = new Session({
    ...{ config, api, identity, meters, health, progress },
    narrator: new Narrator(log),
  });
  let stopping: Promise<StopOutcome> | null = null;

  async function end(timeoutMs: number): Promise<StopOutcome> {
    const release = hold(timeoutMs + 1_000);
    const ending = new AbortController();
    const deadline = { atMs: performance.now() + timeoutMs, signal: ending.signal };
    const timer = setTimeout(() => ending.abort(), timeoutMs).unref();
    try {
      unwatch();
      identity.close();
      health.close();
      // Whoever is told of the end beside us may still say how it ends.
      await new Promise(setImmediate);
      await session.end(timeoutMs / 2);
      const { instanceId } = progress;
      if (instanceId === null) return { kind: 'not-registered' };
      if (processEnd.fault === null) return await deregister(api, instanceId, deadline);
      log.info(`not deregistered: ${processEnd.fault}; instance ${instanceId} will go Down`);
      return { kind: 'withheld', reason: processEnd.fault };
    } catch (error) {
      return { kind: 'unheard', reason: String(error) };
    } finally {
      progress.state = 'stopped';
      processEnd.close();
      unwatchPrimary();
      clearTimeout(timer);
      api.close();
      release();
    }
  }

  async function stop({ timeoutMs = config.timeouts.stopMs }: { timeoutMs?: number | undefined } = {}) {
    stopping ??= end(timeoutMs);
    return stopping;
  }

  const processEnd = new ProcessEnd(config.signals, stop, () => {
    if (progress.instanceId === null) return;
    log.warn(
      `the process ends without deregistering (by process.exit(), or with its cluster's primary), so instance ${progress.instanceId} will go Down; call and await stop() first`,
    );
  });
  if (config.signals.length > 0 && !isMainThread) {
    log.warn(
      'handleSignals works on the main thread only; call and await stop() where your application ends',
    );
  }
  const unwatchPrimary = watchPrimary(() => stopping);
  session.start();
  return {
    get registered() {
      if (!session.registered.isSettled) {
        void session.registered.promise.then(hold(config.timeouts.listenMs + config.timeouts.registrationMs));
      }
      return session.registered.promise;
    },
    get instanceId() {
      return progress.instanceId;
    },
    status: () => progress.snapshot(),
    stop,
    trackRequest(request, response) {
      try {
        requests?.begin(request, response);
      } catch {
        // A request that cannot be counted is still answered.
      }
    },
    useServer(server, framework) {
      try {
        identity.address.use(server);
        if (framework !== undefined) identity.framework.use(framework);
      } catch {
        // Then the instance is reported without it.
      }
    },
  };
}
