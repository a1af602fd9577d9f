import type { Answer, Trouble } from '../api/answer.ts';
import type { HeartbeatReply, RegistrationReply } from '../api/wire.ts';
import type { Asked, Step } from '../pacing/after-answer.ts';
import { followInterval } from '../pacing/interval.ts';
import type { SessionParts } from './session-parts.ts';

/** Keeps in mind what an answer changes, and tells the host what it wants to know. */
export function noteAnswer(
  { config, progress, narrator }: SessionParts,
  answer: Answer<RegistrationReply | HeartbeatReply>,
  step: Step,
  to: Asked['to'],
): void {
  switch (answer.kind) {
    case 'accepted':
      narrator.warned(answer.warnings);
      if (!('serviceStatus' in answer.value)) return;
      progress.interval = followInterval(
        progress.interval,
        config.heartbeatIntervalMs,
        answer.value.nextHeartbeatSeconds,
      );
      progress.beatArrived(answer.value.serviceStatus);
      return narrator.arrived();
    case 'unknown-instance':
      if (to === 'register') return noteFailure(answer);
      progress.instanceId = null;
      progress.attemptFailed('the monitor did not know this instance', 'failing');
      return narrator.forgotten();
    case 'failed':
      return noteFailure(answer);
    case 'unauthorized':
    case 'refused':
    case 'too-large': {
      progress.attemptFailed(answer.problem, 'refused');
      const next = step === 'back-off' ? 'trying again' : 'sending less from now on';
      return narrator.refused(answer.problem, answer.trouble, next);
    }
    default:
      return answer satisfies never;
  }

  function noteFailure({ problem, trouble }: { problem: string; trouble: Trouble }): void {
    const isEarly = progress.registrations === 0 && progress.ageMs <= config.timeouts.registrationMs;
    progress.attemptFailed(problem, isEarly ? 'starting' : 'failing');
    narrator.failed(problem, trouble, progress.failuresInARow);
    if (progress.registrations === 0 && !isEarly) narrator.late(config.timeouts.registrationMs);
  }
}
