import { keyStore } from './key-store.js';

const link = /^#\/open\/([\w-]{1,64})(\/.*)?$/;

/**
 * The key that the page begins with: that of a one-time link (`#/open/<word>`, and behind it the way to a page), which
 * is gone from the address before anything else happens; or the one that this tab has.
 *
 * @returns {Promise<{ key: string | null, keyRefusal: string | null }>}
 */
export async function arrivingKey() {
  window.addEventListener('hashchange', () => link.test(location.hash) && location.reload());
  const kept = keyStore.read();
  const [whole, word, rest = '/'] = link.exec(location.hash) ?? [];
  if (whole === undefined) return { key: kept, keyRefusal: null };
  history.replaceState(null, '', `#${rest}`);
  const key = await redeem(String(word));
  if (key !== null) keyStore.write(key);
  const isLost = key === null && kept === null;
  return { key: key ?? kept, keyRefusal: isLost ? 'This link was used already: it opens once.' : null };
}

/** @param {string} word */
async function redeem(word) {
  try {
    const response = await fetch('/key-link', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ word }),
      credentials: 'omit',
    });
    /** @type {{ key?: unknown }} */
    const { key } = response.ok ? await response.json() : {};
    return typeof key === 'string' ? key : null;
  } catch {
    // Without the key the page asks for it.
    return null;
  }
}
