import type { Log, SignInMeter } from '../actors/ports/observability.ts';
import type { Provider } from '../http/sign-in/provider.ts';
import { every } from './every.ts';

/** Asks the provider now and then, so that operators know that nobody can sign in before somebody tries. */
export function watchProvider(
  provider: Pick<Provider, 'check'>,
  { issuer, everyMs, meter, log }: { issuer: string; everyMs: number; meter: SignInMeter; log: Log },
): { stop(): Promise<void> } {
  let failed = false;
  return every(
    everyMs,
    async () => {
      const fault = await provider.check();
      const fails = fault !== null;
      meter.providerFails(fails);
      if (fails && !failed)
        log.warn(
          { issuer, why: fault.why },
          'the OpenID Connect provider does not work as it should: nobody can sign in',
        );
      if (!fails && failed) log.info({ issuer }, 'the OpenID Connect provider works again');
      failed = fails;
    },
    (error) => log.error({ error }, 'could not ask the OpenID Connect provider'),
  );
}
