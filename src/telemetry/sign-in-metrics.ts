import { Counter, Gauge, type Registry } from 'prom-client';
import type { SignInMeter } from '../actors/ports/observability.ts';

const outcomes: Parameters<SignInMeter['signIn']>[0][] = [
  ...(['begun', 'succeeded', 'signed-out', 'no-access', 'declined', 'refused'] as const),
  ...(['unavailable', 'rate-limited', 'no-store'] as const),
];

const reasons: Parameters<SignInMeter['refusedSession']>[0][] = [
  ...(['unknown', 'expired', 'settings', 'no-access', 'other-site'] as const),
];

/** The metrics of people who sign in. */
export function createSignInMetrics(registers: Registry[]): SignInMeter {
  const signIns = new Counter({
    name: 'monitor_sign_ins_total',
    help: 'Sign-ins of people with the OpenID Connect provider, by what became of them.',
    labelNames: ['outcome'],
    registers,
  });
  const refused = new Counter({
    name: 'monitor_sessions_refused_total',
    help: 'Requests with the session of a person that were turned away, by reason.',
    labelNames: ['reason'],
    registers,
  });
  const failing = new Gauge({
    name: 'monitor_sign_in_provider_failing',
    help: 'Whether the OpenID Connect provider does not answer as it should: 1 if so. This node asks it once a minute.',
    registers,
  });
  for (const outcome of outcomes) signIns.inc({ outcome }, 0);
  for (const reason of reasons) refused.inc({ reason }, 0);
  return {
    signIn: (outcome) => signIns.inc({ outcome }),
    refusedSession: (reason) => refused.inc({ reason }),
    providerFails: (fails) => failing.set(fails ? 1 : 0),
  };
}
