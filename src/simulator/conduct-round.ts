import { formatDuration } from '../domain/duration.ts';
import type { Timing } from '../domain/timing.ts';
import type { Random } from './fleet/random.ts';
import type { SimulatedService } from './fleet/simulated-instance.ts';
import type { MonitorWatch } from './judge/monitor-watch.ts';
import { type KillPlan, planKill } from './judge/plan-kill.ts';
import { settlingTimeoutMs } from './judge/settling-timeout.ts';
import { tellFindings } from './judge/tell-findings.ts';
import type { Narrator } from './report/narrator.ts';
import { countOf } from './report/simulation-output.ts';

interface RoundSettings {
  fleet: readonly SimulatedService[];
  killFraction: number;
  random: Random;
  timing: Timing;
  watch: MonitorWatch;
  narrator: Narrator;
}

/** What one round did. */
export interface Round {
  instancesKilled: number;
  servicesKilled: number;
  degraded: { expected: number; seen: number };
}

/**
 * One round: kill, wait for every Down, revive, wait until all is settled. The killed come back by beating again
 * without a new registration, which is what the contract calls "heartbeats resume".
 */
export async function conductRound(settings: RoundSettings): Promise<Round> {
  const { watch, narrator, timing } = settings;
  const { examiner } = watch;
  const plan = planKill(settings.fleet, settings.killFraction, settings.random);
  const thinned = plan.thinned.map(idOf);
  const degradedSeen = new Set<string>();
  const noteDegraded = (): void => {
    for (const id of thinned) if (examiner.statusOf(id) === 'Degraded') degradedSeen.add(id);
  };

  const killedAtMs = Date.now();
  await Promise.all(plan.instances.map(({ life }) => life.silence()));
  examiner.silenced(plan.whole.map((service) => [idOf(service), lastHeartbeatAtMs(service, killedAtMs)]));
  narrator.say(announceKill(plan, timing));
  const allDown = (): boolean => {
    noteDegraded();
    return examiner.awaitingDown === 0;
  };
  const dueAt = new Date(killedAtMs + timing.downAfterMs).toTimeString().slice(0, 8);
  const down = await watch.until(allDown, downTimeoutMs(timing), `waiting for Down, due about ${dueAt}`);
  const round = (): Round => ({
    instancesKilled: plan.instances.length,
    servicesKilled: plan.whole.length,
    degraded: { expected: thinned.length, seen: degradedSeen.size },
  });
  if (down === 'stopped') return round();
  // The thinned services fell silent as late as one interval after the others: a false Down would show now.
  if (thinned.length > 0) {
    await watch.until(() => false, 2 * timing.intervalMs, 'looking for a false Down');
    noteDegraded();
  }
  tell(narrator, examiner.closeDownWait(Date.now()));

  // Not all at once: they come back within one interval.
  for (const { life } of plan.instances) life.revive(Math.random() * timing.intervalMs);
  examiner.revived(Date.now());
  narrator.say(
    `revived ${countOf(plan.instances.length, 'instance')}; expect Recovered within ${formatDuration(timing.intervalMs)}, ` +
      `Healthy ${formatDuration(timing.recoveryWindowMs)} later, and a first incident resolved after ` +
      `${formatDuration(timing.downAfterMs)} on time; later ones take longer`,
  );
  const settled = (): boolean => examiner.unsettled === 0;
  const back = await watch.until(settled, settlingTimeoutMs(timing), () => {
    const { quietUntil } = examiner;
    if (quietUntil === null) return 'waiting for Healthy';
    const untilMs = Date.parse(quietUntil) - Date.now();
    return `Healthy again; incidents are resolved after ${formatDuration(timing.downAfterMs)} on time, in ${formatDuration(Math.max(0, untilMs))}`;
  });
  if (back === 'late') tell(narrator, examiner.closeRecoveryWait());
  return round();
}

/** How long a Down may take before it counts as missed. */
function downTimeoutMs(timing: Timing): number {
  return 1.5 * timing.downAfterMs + 2 * timing.intervalMs + 2000;
}

function announceKill(plan: KillPlan, timing: Timing): string {
  const singles =
    plan.instances.length - plan.whole.reduce((sum, { instances }) => sum + instances.length, 0);
  const names = plan.whole.slice(0, 3).map(({ serviceName }) => serviceName);
  const more = plan.whole.length > names.length ? ', …' : '';
  const others =
    singles === 0
      ? ''
      : ` and ${countOf(singles, 'instance')} of ${countOf(plan.thinned.length, 'other service')}`;
  return (
    `killed ${countOf(plan.instances.length, 'instance')}: all of ${countOf(plan.whole.length, 'service')} ` +
    `(${names.join(', ')}${more})${others}; expect Degraded after about ` +
    `${formatDuration(timing.intervalMs + timing.graceMs)} and Down after about ${formatDuration(timing.downAfterMs)}` +
    (singles === 0 ? '' : ', and the other services Degraded without an incident')
  );
}

function idOf(service: SimulatedService): string {
  return service.instances[0]?.life.serviceId ?? '';
}

function lastHeartbeatAtMs(service: SimulatedService, nowMs: number): number {
  const accepted = service.instances.map(({ life }) => life.acceptedAtMs ?? 0);
  return Math.max(...accepted) || nowMs;
}

function tell(narrator: Narrator, findings: Parameters<typeof tellFindings>[0]): void {
  for (const line of tellFindings(findings)) narrator.say(line);
}
