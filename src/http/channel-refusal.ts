import type { ChannelRefusal } from '../actors/operating/change-channels.ts';
import { pointerTo } from './pointer-to.ts';
import { ProblemError } from './problem-error.ts';

/** Why a channel cannot be made or changed as asked, as a problem that says what to do. */
export function channelRefusal(refusal: ChannelRefusal): ProblemError {
  switch (refusal.kind) {
    case 'invalid': {
      const errors = refusal.faults.map(({ path, message }) => ({ pointer: pointerTo(path), message }));
      const [first] = errors;
      const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
      const where = first?.pointer ? `${first.pointer}: ` : '';
      return new ProblemError('validation', `${where}${first?.message ?? 'is not valid'}${more}`, { errors });
    }
    case 'unknown':
      return new ProblemError('not-found', 'There is no channel with this id.');
    case 'exists':
      return new ProblemError('conflict', 'There is a channel with this id: change it, or use another id.');
    case 'of-file':
      return new ProblemError(
        'conflict',
        'This channel is in monitor.yaml: change it there, or use another id.',
      );
    case 'changed-since':
      return new ProblemError(
        'precondition-failed',
        'Somebody else changed this channel since you read it: read it again, and change what is there now.',
      );
    case 'too-many':
      return new ProblemError('conflict', `There are ${refusal.most} channels: remove some of them first.`);
    case 'no-key':
      return secretKeyMissing();
    case 'locked':
      return new ProblemError(
        'conflict',
        `The secrets of this channel cannot be kept: ${refusal.because}. Give all of them again, or start this node with that key.`,
      );
    default:
      return refusal satisfies never;
  }
}

export function secretKeyMissing(): ProblemError {
  return new ProblemError(
    'secret-key-missing',
    'Set MONITOR_SECRET_KEY on every node to make channels over the API; see docs/operations.md.',
  );
}
