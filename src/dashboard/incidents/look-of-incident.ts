import { own } from '../wording/own.ts';

const states = {
  open: { status: 'Down', word: 'Open' },
  recovering: { status: 'Recovered', word: 'Recovering' },
  resolved: { status: 'Healthy', word: 'Resolved' },
};

/**
 * How an incident's state looks: in the colour and shape of the status that its service has in it. One that this page
 * does not know looks like nothing in particular.
 */
export function lookOf(state: string): { status: string; word: string } {
  return own(states, state) ?? { status: state, word: state };
}
