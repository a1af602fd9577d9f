import type { InThread } from '../../actors/ports/notifications.ts';
import type { Message } from '../../domain/messages.ts';
import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import type { OpenedChannel } from '../channel-services.ts';
import { referenceTo } from './reference-to.ts';

/** What became of one call about a message. */
export interface Called {
  outcome: AttemptOutcome;
  /** The id of the message that was posted, or found. */
  id?: string | undefined;
  /** The message of the outage was deleted: a new one is posted. Or nobody may change it any more: what is new is answered below. */
  is?: 'gone' | 'closed' | undefined;
}

/** How a provider posts a message, changes it, and posts below it; each tries once. `at` is absent for a test. */
export interface ThreadCalls {
  begin(message: Message, signal: AbortSignal, at: InThread | undefined): Promise<Called>;
  change(message: Message, id: string, signal: AbortSignal, at: InThread): Promise<Called>;
  /** It must reach people, as a change reaches nobody. */
  answer(message: Message, id: string, signal: AbortSignal, at: InThread): Promise<Called>;
}

/** A channel that shows an outage as one message. `place` is where its messages stand: of one elsewhere it knows nothing. */
export function openThreadChannel(
  place: string,
  calls: ThreadCalls,
): Required<Pick<OpenedChannel, 'changes' | 'send'>> {
  const places = referenceTo(place);

  async function begin(
    message: Message,
    signal: AbortSignal,
    at: InThread | undefined,
  ): Promise<AttemptOutcome> {
    const { outcome, id } = await calls.begin(message, signal, at);
    return outcome.kind === 'sent' && id !== undefined ? { ...outcome, reference: places.make(id) } : outcome;
  }

  return {
    changes: true,
    async send(message, signal, _before, at) {
      const id = places.read(at?.reference);
      if (at === undefined || id === null || at.step === 'begin') return begin(message, signal, at);
      const reference = places.make(id);
      if (at.step !== 'answer') {
        const { outcome, is } = await calls.change(message, id, signal, at);
        if (is === 'gone') return begin(message, signal, at);
        if (is !== 'closed') {
          if (at.step === 'change') return outcome.kind === 'sent' ? { ...outcome, reference } : outcome;
          // What must reach people does, also where the message before may not be changed.
          if (outcome.kind === 'failed' && !outcome.permanent) return outcome;
        }
      }
      const { outcome, is } = await calls.answer(message, id, signal, at);
      if (is === 'gone') return begin(message, signal, at);
      return outcome.kind === 'sent' ? { ...outcome, reference } : outcome;
    },
  };
}
