import { knownNodes } from '../domain/node-settings.ts';
import { hasOtherRules, ruleSettings } from '../domain/rule-settings.ts';
import type { CheckInstance } from './check-instance.ts';
import type { Nodes } from './ports/nodes.ts';
import type { Log } from './ports/observability.ts';
import type { RuleRounds } from './ports/rules.ts';
import type { RollUpService } from './roll-up-service.ts';

/**
 * Timers were computed from the rules of their time. When a worker finds that those differ from its own, such as after a
 * changed policy, it checks all instances and services again, some at a time. It does so once more when the last node
 * with other rules is gone. One worker does this for all.
 */
export function createFollowRules(parts: {
  rounds: RuleRounds;
  nodes: Pick<Nodes, 'read'>;
  /** The present settings of this worker, as it shows them. */
  values: () => Readonly<Record<string, string>>;
  token: string;
  checkInstance: CheckInstance;
  rollUpService: RollUpService;
  /** Between two portions, so that the round does not delay other work. */
  pause: () => Promise<void>;
  stopping: AbortSignal;
  log: Log;
}): () => Promise<void> {
  const { rounds, token, log } = parts;
  /** A round must have begun since. */
  let dueSinceMs = 0;
  let hadOthers = false;
  let isFirst = true;

  return async function followRules() {
    // A round uses the rules with which it began: if they change during it, the next look begins another round.
    const values = parts.values();
    const rules = ruleSettings(values);
    const { nowMs, nodes } = await parts.nodes.read();
    const others = knownNodes.living(nodes, nowMs).some((node) => hasOtherRules(values, node.values));
    if (hadOthers && !others) dueSinceMs = nowMs;
    hadOthers = others;
    // While nodes have different rules, each would undo the work of the other. The one that remains starts the round.
    if (others && !isFirst) return;
    const latest = await rounds.latest();
    if (latest?.rules === rules && latest.beganAtMs >= dueSinceMs) {
      isFirst = false;
      return;
    }
    if (!(await rounds.hold(token))) return;
    const judged = await judgeAll();
    if (judged === null) return;
    await rounds.finished({ rules, beganAtMs: nowMs });
    await rounds.release(token);
    isFirst = false;
    if (judged > 0) log.info({ instances: judged }, 'rules changed; all instances were checked again');
  };

  /** Null: it was not finished. */
  async function judgeAll(): Promise<number | null> {
    let judged = 0;
    for await (const ids of rounds.instances()) {
      if (!(await judgePortion(ids, parts.checkInstance))) return null;
      judged += ids.length;
    }
    for await (const ids of rounds.services()) {
      if (!(await judgePortion(ids, (id) => parts.rollUpService(id, [])))) return null;
    }
    return judged;
  }

  async function judgePortion(ids: string[], judge: (id: string) => Promise<unknown>): Promise<boolean> {
    if (parts.stopping.aborted || !(await rounds.hold(token))) return false;
    const ends = await Promise.allSettled(ids.map(judge));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined)
      log.warn(
        { error: failed.reason },
        'could not check an instance against the new rules; its timer is unchanged',
      );
    await parts.pause();
    return true;
  }
}
