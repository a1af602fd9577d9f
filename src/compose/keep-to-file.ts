import type { Reloads } from '../actors/ports/reloads.ts';
import { describeChanges } from '../config/describe-changes.ts';
import { FileWatch } from '../config/watch-file.ts';
import type { ReloadOutcome } from '../domain/reload-outcome.ts';
import { createReloads } from '../store/monitor/reloads.ts';
import { every } from './every.ts';
import type { Foundation } from './foundation.ts';

const lookEveryMs = 1_000;

/** Why the file is read again. */
export type ReloadCause = 'the file changed' | 'SIGHUP' | 'config reload';

/**
 * Reads `monitor.yaml` again when it changed, when somebody asked all nodes for it, and when the result is called. A
 * valid file is in use at once; one that is not changes nothing, and is said until it is mended.
 */
export function keepToFile(
  { config, current, redis, partitions, metrics, log, closers }: Foundation,
  nodeId: string,
): (cause: ReloadCause) => ReloadOutcome {
  let { file } = config;
  const watch = new FileWatch(file.path);
  const reloads = createReloads(redis, partitions);

  function readAgain(): ReloadOutcome {
    try {
      const read = file.readAgain();
      if (read.kind === 'invalid') return { kind: 'refused', errors: read.errors };
      const changes = describeChanges(current.now, read.config);
      if (changes.length > 0 || current.errors.length > 0) {
        current.replace(read.config);
        ({ file } = read.config);
      }
      return changes.length > 0 ? { kind: 'changed', changes } : { kind: 'unchanged' };
    } catch (error) {
      // A file that passed the checks and cannot be used all the same is a fault of ours; nothing was changed.
      log.error({ error }, 'unexpected error while reading monitor.yaml again');
      return { kind: 'refused', errors: [error instanceof Error ? error.message : String(error)] };
    }
  }

  function reload(because: ReloadCause): ReloadOutcome {
    const wasRefused = current.errors.length > 0;
    const outcome = readAgain();
    const said = { file: file.path, because };
    switch (outcome.kind) {
      case 'changed':
        metrics.configReload('changed');
        log.info(
          {
            ...said,
            changes: outcome.changes,
            plain: `monitor.yaml is in use: ${outcome.changes.join(', ')}`,
          },
          'monitor.yaml changed; the new settings are in use',
        );
        break;
      case 'refused':
        metrics.configReload('refused');
        current.refuse(outcome.errors);
        log.error(
          { ...said, errors: outcome.errors },
          'monitor.yaml is not valid; the previous settings stay in use',
        );
        break;
      case 'unchanged':
        if (wasRefused) log.info(said, 'monitor.yaml is valid again; it says what is in use already');
        else if (because !== 'the file changed')
          log.info(
            said,
            'monitor.yaml says what is in use already; environment variables are only read at the start',
          );
        break;
      default:
        outcome satisfies never;
    }
    metrics.configRefused(current.errors.length > 0);
    return outcome;
  }

  const watching = every(
    lookEveryMs,
    async () => {
      if (!(await watch.look())) return;
      watch.acknowledge();
      reload('the file changed');
    },
    (error) => log.warn({ error }, 'could not look at monitor.yaml; retrying'),
  );
  closers.add('watch of the file', () => watching.stop());
  const answering = every(
    lookEveryMs,
    answerTo(reloads, nodeId, () => reload('config reload')),
    (error) => log.warn({ error }, 'could not look for a request to read monitor.yaml again; retrying'),
  );
  closers.add('requests to read the file', () => answering.stop());
  return reload;
}

/** Each request is answered once, and again where the answer did not arrive. */
function answerTo(reloads: Reloads, nodeId: string, reload: () => ReloadOutcome): () => Promise<void> {
  let done: { request: number; outcome: ReloadOutcome } | null = null;
  let answered: number | null = null;
  return async () => {
    const request = await reloads.asked();
    if (request === null || request === answered) return;
    if (done?.request !== request) done = { request, outcome: reload() };
    await reloads.answer(request, nodeId, done.outcome);
    answered = request;
  };
}
