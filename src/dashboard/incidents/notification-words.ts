import { own } from '../wording/own.ts';

const kinds = {
  down: 'Down',
  recovering: 'Recovered',
  flapping: 'Flapping',
  reminder: 'Reminder',
  escalation: 'Escalation',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
  impaired: 'Impaired',
  well: 'Well again',
  health: 'Health',
  degraded: 'Degraded',
  'instance-down': 'Instance down',
  digest: 'Digest',
  group: 'Outage group',
  'group-over': 'Outage group over',
};

/** What became of a message, in the colours and shapes that are known from statuses. */
const outcomes = {
  sent: { status: 'Healthy', word: 'Sent' },
  pending: { status: 'Pending', word: 'Waiting' },
  sending: { status: 'Pending', word: 'Sending' },
  dead: { status: 'Down', word: 'Failed' },
  suppressed: { status: 'Stopped', word: 'Suppressed' },
};

/** What a message is about, in a word. */
export function kindWord(kind: string): string {
  return own(kinds, kind) ?? kind;
}

/** How a message's state looks. */
export function outcomeOf(state: string): { status: string; word: string } {
  return own(outcomes, state) ?? { status: state, word: state };
}
