import { apiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import type { Beaten, BeatingFleet } from '../support/beating-fleet.ts';
import { type ComposeStack, prepareStack } from '../support/compose-stack.ts';
import { prometheusInside } from '../support/prometheus-inside.ts';
import { formatWhatWasSeen } from '../support/say-what-was-seen.ts';

/** What every act of the proof works with. */
export interface Stage {
  stack: ComposeStack;
  prometheus: ReturnType<typeof prometheusInside>;
  step(text: string): void;
  see(what: string, isWell: boolean, figures?: string): void;
  isAllWell(): boolean;
  /** Brings up what is missing; `scales` as `--scale` has them. */
  up(...scales: string[]): Promise<void>;
  /** Waits until Prometheus scrapes so many nodes and all of them are up. */
  seeTargets(api: number, worker: number): Promise<void>;
}

/** The times of the monitor for the proof: an outage in seconds. */
const settings = {
  MONITOR_VERSION: 'try',
  MONITOR_YAML: './deploy/compose/mailbox.yaml',
  MONITOR_HEARTBEAT_INTERVAL: '2s',
  MONITOR_HEARTBEAT_GRACE: '1s',
  MONITOR_DOWN_AFTER: '10s',
  LOG_LEVEL: 'warn',
};

export async function prepareStage(): Promise<Stage> {
  const stack = await prepareStack(settings);
  const prometheus = prometheusInside(stack);
  const said = formatWhatWasSeen();
  return {
    stack,
    prometheus,
    ...said,
    async up(...scales) {
      const scaling = scales.flatMap((scale) => ['--scale', scale]);
      await stack.compose('--profile', 'metrics', '--profile', 'mail', 'up', '-d', '--no-build', ...scaling);
    },
    async seeTargets(api, worker) {
      const found = await eventually(
        `Prometheus has ${api} API nodes and ${worker} workers up`,
        async () => {
          const all = await prometheus.targets();
          const count = (role: string) => all.filter((target) => target.labels['role'] === role).length;
          const isUp = all.every((target) => target.health === 'up');
          return isUp && count('api') === api && count('worker') === worker && all.length;
        },
        60_000,
      );
      const roles = `${api} API ${api === 1 ? 'node' : 'nodes'}, ${worker} ${worker === 1 ? 'worker' : 'workers'}`;
      said.see('every target of Prometheus is up', true, `${roles} and itself: ${found}`);
    },
  };
}

/** A list of the monitor, asked again while it is not to be had: what is proven here is not that no read fails. */
export function readList<T>(what: string, ask: () => Promise<T[] | undefined>): Promise<T[]> {
  return eventually(`${what} can be read`, () => ask().catch(() => null), 30_000);
}

/** Instances that the monitor heard last before the last heartbeat that it said it had stored. */
export async function missingHeartbeats(
  client: ReturnType<typeof apiClient>,
  { members }: BeatingFleet,
): Promise<string[]> {
  const late: string[] = [];
  const lives = members.map(({ life }) => life);
  for (const [serviceId, group] of Map.groupBy(lives, (life) => life.serviceId ?? '')) {
    const heard = new Map(
      (await readList('instances', () => client.instances(serviceId))).map((found) => [
        found.instanceId,
        Date.parse(found.lastHeartbeatAt ?? ''),
      ]),
    );
    for (const { instanceId, lastBeatAtMs } of group) {
      if (!((heard.get(instanceId ?? '') ?? 0) >= lastBeatAtMs)) late.push(instanceId ?? '');
    }
  }
  return late;
}

export function formatBeaten(beaten: Beaten): string {
  const { sent, perSecond, stored, repeated, lost, p50Ms, p99Ms, maxMs } = beaten;
  const troubles = Object.entries(beaten.troubles).map(([what, count]) => `; ${count} × ${what}`);
  const counts = `${sent} sent (${perSecond}/s), ${stored} stored, ${repeated} repeated, ${lost} lost`;
  return `${counts}; p50 ${p50Ms} ms, p99 ${p99Ms} ms, max ${maxMs} ms${troubles.join('')}`;
}

export function formatSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
