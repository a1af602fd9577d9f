import { keyStore } from './key-store.ts';
import { type SignIn, signIn } from './sign-in.ts';

const link = /^#\/open\/([\w-]{1,64})(\/.*)?$/;

/** The key that the page begins with, and why there is none although a link promised one. */
export interface ArrivingKey {
  key: string | null;
  keyRefusal: string | null;
  /** Where people sign in, if there is no key; null: nowhere. */
  signIn: SignIn | null;
  /** Who has signed in in this browser, if there is no key. */
  person: string | null;
}

/**
 * The key of a one-time link (`#/open/<word>`, and behind it the way to a page), which is gone from the address before
 * anything else happens; or the one that this tab has. Without a key, who has signed in.
 */
export async function arrivingKey(): Promise<ArrivingKey> {
  window.addEventListener('hashchange', () => link.test(location.hash) && location.reload());
  const kept = keyStore.read();
  const [whole, word, rest = '/'] = link.exec(location.hash) ?? [];
  if (whole === undefined) return withPerson(kept, null);
  history.replaceState(null, '', `#${rest}`);
  const key = await redeem(String(word));
  if (key !== null) keyStore.write(key);
  const isLost = key === null && kept === null;
  return withPerson(key ?? kept, isLost ? 'This link was used already: it opens once.' : null);
}

async function withPerson(key: string | null, keyRefusal: string | null): Promise<ArrivingKey> {
  const { signIn: place = null, person = null } = (key === null && (await signIn.status())) || {};
  if (person !== null) signIn.comeBack();
  return { key, keyRefusal, signIn: place, person };
}

async function redeem(word: string): Promise<string | null> {
  try {
    const response = await fetch('/key-link', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ word }),
      credentials: 'omit',
    });
    const { key } = (response.ok ? await response.json() : {}) as { key?: unknown };
    return typeof key === 'string' ? key : null;
  } catch {
    // Without the key the page asks for it.
    return null;
  }
}
