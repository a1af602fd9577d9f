import { checkProvider } from '../../compose/check-provider.ts';
import type { Config } from '../../config/configuration.ts';
import type { Finding } from './finding.ts';

/** Whether people could sign in: what the provider says of itself is asked for from here. Nothing if they cannot at all. */
export async function judgeSignIn(config: Pick<Config, 'signIn' | 'publicUrl'>): Promise<Finding[]> {
  const { signIn } = config;
  if (signIn === null) return [];
  const what = 'Sign-in';
  const where = `${signIn.name} at ${new URL(signIn.issuer).host}`;
  const failure = await checkProvider(config);
  if (failure === null) return [{ what, level: 'ok', found: `${where} answers`, advice: null }];
  const advice =
    'Check that this machine can reach it, and MONITOR_OIDC_ISSUER. Until then nobody can sign in; sessions and API keys work.';
  return [{ what, level: 'act', found: `${where}: ${failure}`, advice }];
}
