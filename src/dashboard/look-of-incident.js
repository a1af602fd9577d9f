import { own } from './own.js';

const states = {
  open: { status: 'Down', word: 'Open' },
  recovering: { status: 'Recovered', word: 'Recovering' },
  resolved: { status: 'Healthy', word: 'Resolved' },
};

/**
 * How an incident's state looks: in the colour and shape of the status that its service has in it. One that this page
 * does not know looks like nothing in particular.
 *
 * @param {string} state
 */
export function lookOf(state) {
  return own(states, state) ?? { status: state, word: state };
}
