import type { Person } from '../../domain/sign-in/session.ts';
import type { ProviderFault } from './fault-of-provider.ts';
import type { SignInPage } from './sign-in-page.ts';

/** How a sign-in went on. */
export type SignInOutcome =
  | { kind: 'succeeded'; person: Person }
  | { kind: 'no-access'; person: Person }
  | ProviderFault
  /** Too many from one network. */
  | { kind: 'rate-limited'; waitMs: number }
  /** Redis does not answer, so that no session can be kept. */
  | { kind: 'no-store' };

const retry = { to: '/sign-in', text: 'Try again' } as const;
const asOther = { to: '/sign-in?again', text: 'Sign in as somebody else' } as const;
const byKey = { to: '/', text: 'Use an API key' } as const;

/** What a person reads of it; `provider`: what people call the provider. Details of faults are in the log. */
export function pageOfOutcome(outcome: SignInOutcome, provider: string): SignInPage {
  switch (outcome.kind) {
    case 'succeeded':
      return {
        status: 200,
        title: 'Signed in',
        lines: [`You are signed in as ${outcome.person.name}.`],
        links: [{ to: '/', text: 'Open the monitor' }],
        next: '/',
      };
    case 'no-access':
      return {
        status: 403,
        title: 'You may not use this monitor',
        lines: [
          `${provider} says that you are ${outcome.person.name}, but none of your groups there may use this monitor.`,
          groupsLine(outcome.person.groups),
          'An administrator of the monitor can change that with the setting MONITOR_OIDC_GROUPS.',
        ],
        links: [asOther, byKey],
      };
    case 'declined':
      return {
        status: 403,
        title: 'You are not signed in',
        lines: [`${provider} did not sign you in${reasonOf(outcome.said)}.`],
        links: [retry, byKey],
      };
    case 'refused':
      return {
        status: 400,
        title: 'This sign-in is not valid',
        lines: [
          `It took too long, was used before, was begun in another browser, or its answer does not come from ${provider}.`,
        ],
        links: [retry, byKey],
      };
    case 'unavailable':
      return {
        status: 503,
        title: 'The sign-in does not work now',
        lines: [
          `${provider} does not answer as it should. The log of the monitor says why.`,
          'Everything else works: with an API key you can open the monitor.',
        ],
        links: [retry, byKey],
      };
    case 'rate-limited':
      return {
        status: 429,
        title: 'Too many sign-ins',
        lines: [
          `There were too many sign-ins from your network. Try again in ${Math.ceil(outcome.waitMs / 1_000)} s.`,
        ],
        links: [retry, byKey],
      };
    case 'no-store':
      return {
        status: 503,
        title: 'The sign-in does not work now',
        lines: ['The database of the monitor does not answer. Try again in a moment.'],
        links: [retry],
      };
    default:
      return outcome satisfies never;
  }
}

/** Codes are words of a standard; other texts of an address are not repeated. */
function reasonOf(said: string): string {
  return /^[a-z_]{3,40}$/.test(said) ? ` (${said})` : '';
}

const mostShown = 20;

function groupsLine(groups: readonly string[]): string {
  if (groups.length === 0) return `It names no groups of yours.`;
  const more = groups.length > mostShown ? `, and ${groups.length - mostShown} more` : '';
  return `Your groups there: ${groups.slice(0, mostShown).join(', ')}${more}.`;
}
