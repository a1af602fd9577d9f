import type { Config } from '../config/configuration.ts';
import { openProvider } from '../http/sign-in/provider.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Why nobody could sign in from here now; null: they could, or the provider of this configuration is nobody. */
export async function checkProvider({
  signIn,
  publicUrl,
}: Pick<Config, 'signIn' | 'publicUrl'>): Promise<string | null> {
  if (signIn === null || publicUrl === null) return null;
  const fault = await openProvider({ ...signIn, publicUrl }, silent).check();
  return fault === null ? null : fault.why;
}
