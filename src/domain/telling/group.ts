import { nameCause } from '../failure-domains/describe-outage.ts';
import { foldMessage } from '../failure-domains/fold-message.ts';
import type { TellingStep } from './telling-step.ts';

/** One message for incidents with one cause: the own message of an incident is not sent where that one names it. */
export const group: TellingStep = (notification, { group: kept }) => {
  if (kept === null) return null;
  const folding = foldMessage(notification, [kept.group]);
  if (folding.kind === 'own') return null;
  const name = nameCause(kept.group.cause, kept.versionOf);
  const words = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  return { kind: 'suppress', reason: `part of the outage of ${words}`, groupId: folding.groupId };
};
