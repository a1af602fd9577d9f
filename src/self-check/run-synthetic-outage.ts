import type { StopInstance } from '../actors/operating/stop-instance.ts';
import type { Readings, ServiceReading } from '../actors/ports/reading.ts';
import type { SyntheticOutages } from '../actors/ports/self-check.ts';
import type { ReceiveHeartbeat } from '../actors/receive-heartbeat.ts';
import type { RegisterInstance } from '../actors/registering/register-instance.ts';
import type { Ids } from '../domain/ids.ts';
import { synthetic } from '../domain/synthetic-outage.ts';

/** Whether an outage completed end to end, and if not, which step did not happen in time. */
export type SyntheticOutcome = { kind: 'completed' } | { kind: 'stuck'; waitedFor: string };

export type RunSyntheticOutage = (serviceName: string) => Promise<SyntheticOutcome>;

/**
 * One outage of a service of the monitor itself, on the same path as all others. The service deregisters what an earlier
 * round left, sends heartbeats, stops, is Down, and its message is delivered. Then it sends heartbeats again, is Healthy
 * again, and the message about the end is delivered. All this happens within `roundMs`.
 */
export function createRunSyntheticOutage(parts: {
  registerInstance: RegisterInstance;
  receiveHeartbeat: Pick<ReceiveHeartbeat, 'receive'>;
  stopInstance: StopInstance;
  readings: Pick<Readings, 'service' | 'notifications'>;
  syntheticOutages: Pick<SyntheticOutages, 'forget'>;
  ids: Ids;
  roundMs: number;
  pauseMs: number;
  wait: (ms: number) => Promise<void>;
  now: () => number;
}): RunSyntheticOutage {
  const { readings, ids } = parts;

  return async function runSyntheticOutage(serviceName) {
    const deadlineMs = parts.now() + parts.roundMs;
    const serviceId = ids.serviceId(serviceName, synthetic.environment);
    const instanceId = ids.instanceId(serviceId, 'rehearsal');

    async function beat(): Promise<void> {
      const answer = await parts.receiveHeartbeat.receive({ instanceId, metadata: null });
      if (answer.kind === 'unknown-instance') await parts.registerInstance(described(serviceName));
    }

    async function until(
      isThere: (service: ServiceReading | null) => boolean | Promise<boolean>,
      beats: boolean,
    ): Promise<boolean> {
      while (parts.now() < deadlineMs) {
        if (beats) await beat();
        if (await isThere(await readings.service(serviceId))) return true;
        await parts.wait(parts.pauseMs);
      }
      return false;
    }

    const isTold = async (incidentId: string, kind: 'down' | 'resolved') => {
      const { items } = await readings.notifications(incidentId, { limit: 200, after: null });
      return items.some((row) => row.kind === kind && row.state === 'sent');
    };

    await parts.stopInstance(instanceId);
    const isFresh = (service: ServiceReading | null) =>
      service?.status === 'Healthy' && service.openIncidentId === null;
    if (!(await until(isFresh, true))) return stuck('the service to be Healthy');
    let incidentId = '';
    const isDown = (service: ServiceReading | null) => {
      incidentId = service?.openIncidentId ?? '';
      return service?.status === 'Down' && incidentId !== '';
    };
    if (!(await until(isDown, false))) return stuck('an incident after its silence');
    if (!(await until(() => isTold(incidentId, 'down'), false)))
      return stuck('the message of the incident to be sent');
    if (!(await until((service) => service?.status === 'Healthy', true)))
      return stuck('its recovery after its heartbeats');
    if (!(await until(() => isTold(incidentId, 'resolved'), true)))
      return stuck('the message of the end to be sent');
    await parts.syntheticOutages.forget(serviceId);
    return { kind: 'completed' };
  };
}

function stuck(waitedFor: string): SyntheticOutcome {
  return { kind: 'stuck', waitedFor };
}

function described(serviceName: string) {
  return {
    serviceName,
    environment: synthetic.environment,
    instanceKey: 'rehearsal',
    version: null,
    hostname: null,
    port: null,
    url: null,
    processId: null,
    metadata: null,
    network: null,
    registrantIntervalMs: null,
    apiKeyId: null,
  };
}
