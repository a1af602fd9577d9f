import { fewestSilent } from '../../src/domain/failure-domains/death-windows.ts';
import {
  type CommonCause,
  findFailureDomains,
} from '../../src/domain/failure-domains/find-failure-domains.ts';
import { downAt, lastBeatAt } from './heartbeats.ts';
import { type Moment, momentOf } from './moment.ts';
import type { Fleet } from './scenario.ts';
import { faultAtMs, type Process, type World } from './world.ts';

/** What the algorithm said of one fleet. */
export interface Verdict {
  /**
   * At the first Down that the cause made. `right`: just what failed; if nothing failed in common, nothing was named at
   * any Down. `part`: only things that failed, but not all of it or not the thing that contains them. `none`: nothing
   * was named. `unjudged`: nothing is Down because of it, or too little is late to be named.
   */
  first: 'right' | 'part' | 'none' | 'wrong' | 'unjudged';
  /** At any Down something was named that did not fail. */
  isWrong: boolean;
  /** How many Downs with another reason were folded into a cause. */
  foldedUnrelated: number;
  /** How many Downs of the cause there were, and how many of them were folded. */
  downs: number;
  folded: number;
}

/** Judges a fleet at so many moments; a Down between two of them is judged at the later one. */
export function judgeFleet(fleet: Fleet, moments: number): Verdict {
  const downs = serviceDowns(fleet);
  const verdict: Verdict = {
    first: 'unjudged',
    isWrong: false,
    foldedUnrelated: 0,
    downs: 0,
    folded: 0,
  };
  const everySo = Math.max(1, Math.ceil(downs.length / moments));
  const services = Map.groupBy(fleet.world.processes, ({ serviceId }) => serviceId);
  let judged = 0;
  for (const [number, { atMs }] of downs.entries()) {
    if (number % everySo !== 0 && number !== downs.length - 1) continue;
    const now = downs.slice(0, number + 1).map(({ serviceId }) => serviceId);
    const moment = momentOf(fleet.world, fleet.gaps, atMs, new Set(now));
    const causes = findFailureDomains(moment.late, moment.down, moment.heard);
    const named = causes.flatMap((cause) => namedBy(cause, fleet.world));
    verdict.isWrong ||= named.some((set) => !isTrue(set, fleet));
    if (verdict.first === 'unjudged') verdict.first = judgeFirst(named, moment, fleet);
    const fresh = now.slice(judged).map((id) => ({ id, all: services.get(id) ?? [] }));
    countFolded(verdict, causes, fresh, fleet);
    judged = number + 1;
  }
  if (fleet.truth.failed.length === 0 && downs.length > 0)
    verdict.first = verdict.isWrong ? 'wrong' : 'right';
  return verdict;
}

/** The services that go Down after the fault, in the order of time. */
function serviceDowns({ world, gaps }: Fleet): { serviceId: string; atMs: number }[] {
  const found: { serviceId: string; atMs: number }[] = [];
  for (const [serviceId, all] of Map.groupBy(world.processes, (process) => process.serviceId)) {
    const lasting = all.filter(({ isReplaced }) => !isReplaced);
    const fewest = world.minInstances.get(serviceId) ?? 1;
    const times = lasting.flatMap((process) => {
      if (process.diedAtMs === Number.POSITIVE_INFINITY) return [];
      return [downAt(process, lastBeatAt(process, process.diedAtMs + process.delayMs, gaps), gaps)];
    });
    const atMs = times.sort((a, b) => a - b)[lasting.length - fewest];
    const downAfterMs = lasting[0]?.downAfterMs ?? 0;
    if (atMs !== undefined) found.push({ serviceId, atMs: atMs + (fewest > 1 ? downAfterMs : 0) });
  }
  return found.sort((a, b) => a.atMs - b.atMs);
}

type Named = ReadonlySet<Process> | 'everything';

/** The processes that really are in what a cause names, whatever their attributes say. */
function namedBy({ cause }: CommonCause, { processes }: World): Named[] {
  if (cause.kind === 'everything') return ['everything'];
  const { kind, serviceId } = cause;
  return cause.values.map((value) => {
    const isIn = (process: Process) => {
      if (kind === 'serviceVersion') return process.version === value && process.serviceId === serviceId;
      return process.place[kind === 'node' ? 'host' : kind] === value;
    };
    return new Set(processes.filter(isIn));
  });
}

/** Whether all that is named failed. What is named must exist: "localhost" is no host. */
function isTrue(named: Named, { truth, world }: Fleet): boolean {
  const failed = new Set(truth.failed.flatMap((set) => [...set]));
  if (named === 'everything') return died(world.processes) >= 0.5 * lived(world.processes);
  return named.size > 0 && [...named].every((process) => failed.has(process));
}

function judgeFirst(named: readonly Named[], moment: Moment, fleet: Fleet): Verdict['first'] {
  const { failed, isEverything } = fleet.truth;
  const lateIds = new Set(moment.late.map(({ instanceId }) => instanceId));
  const findable = failed.filter((set) =>
    isFindable([...set].filter((one) => lateIds.has(one.instanceId) && isRecent(one))),
  );
  if (named.some((set) => !isTrue(set, fleet))) return 'wrong';
  if (named.length === 0 && !isDownBy(new Set(findable.flatMap((set) => [...set])), moment, fleet))
    return 'unjudged';
  if (named.length === 0) return 'none';
  if (named.includes('everything')) return isEverything ? 'right' : 'part';
  const all = new Set(named.flatMap((set) => [...(set as ReadonlySet<Process>)]));
  const isWhole = findable.every((set) => [...set].every((process) => all.has(process)));
  const isShortest = named.length <= failed.length || fleet.hasBadAttributes;
  return isWhole && isEverything !== true && isShortest ? 'right' : 'part';
}

/** Whether a service is Down of which all silent instances are in what can be found, and say where they are. */
function isDownBy(failed: ReadonlySet<Process>, { late, down }: Moment, { world }: Fleet): boolean {
  const byId = new Map(world.processes.map((process) => [process.instanceId, process]));
  const services = Map.groupBy(late, ({ serviceId }) => serviceId);
  return [...services].some(
    ([id, all]) =>
      down.has(id) &&
      all.every(({ instanceId }) => {
        const process = byId.get(instanceId);
        return process !== undefined && failed.has(process) && !process.hasBadAttributes;
      }),
  );
}

/** Others died hours ago. */
function isRecent({ diedAtMs }: Process): boolean {
  return diedAtMs >= faultAtMs - 60_000 && diedAtMs < Number.POSITIVE_INFINITY;
}

const died = (processes: readonly Process[]) => processes.filter(isRecent).length;

const lived = (processes: readonly Process[]) =>
  processes.filter(({ diedAtMs }) => diedAtMs >= faultAtMs - 60_000).length;

/** Three silent instances of two services, or of one version. */
function isFindable(late: readonly Process[]): boolean {
  const [first] = late;
  const isVersion = first?.version === '2.0';
  return late.length >= fewestSilent && (isVersion || late.some((one) => one.serviceId !== first?.serviceId));
}

function countFolded(
  verdict: Verdict,
  causes: readonly CommonCause[],
  services: readonly { id: string; all: readonly Process[] }[],
  { truth }: Fleet,
): void {
  const inside = new Set(causes.flatMap((cause) => cause.inside));
  // Then there is one message for all, which says so: nothing in it is unrelated.
  const isEverything = causes.some(({ cause }) => cause.kind === 'everything');
  const failed = new Set(truth.failed.flatMap((set) => [...set]));
  for (const { id, all } of services) {
    const isUnrelated = all.some((process) => truth.unrelated.has(process) && !failed.has(process));
    const isFolded = inside.has(id);
    if (isUnrelated && isFolded && !isEverything) verdict.foldedUnrelated++;
    if (isUnrelated || !all.some((process) => failed.has(process))) continue;
    verdict.downs++;
    if (isFolded) verdict.folded++;
  }
}
