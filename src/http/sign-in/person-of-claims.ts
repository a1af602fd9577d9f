import type { Person } from '../../domain/sign-in/session.ts';
import { hasHiddenCharacters } from '../schemas/hidden-characters.ts';

/** What the provider says of a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** More than a token can carry; and a name that nobody would read to its end. */
const mostGroups = 1_000;
const longestGroup = 256;
const longestName = 128;

/** What would make a name look like another one, or like more lines. */
const unclean = /[\p{Cc}\p{Cs}\p{Cn}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu;

/** The person of verified claims. `groupsClaim`: the name of a claim, or a path with dots into objects. */
export function personOfClaims(claims: Claims, groupsClaim: string): Person {
  const subject = String(claims['sub']);
  const mail = claims['email_verified'] === false ? undefined : claims['email'];
  const named = [mail, claims['preferred_username'], claims['name'], subject].map(nameOf);
  return {
    subject,
    name: named.find((name) => name !== null) ?? 'unnamed',
    groups: groupsOf(claims, groupsClaim),
  };
}

/** Whether the claims have something under this name or path. */
export function hasGroups(claims: Claims, groupsClaim: string): boolean {
  return claimAt(claims, groupsClaim) !== undefined;
}

/** Null: it is no text, or nothing of it can be shown. */
function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = [...value.normalize('NFC').replaceAll(unclean, '').trim()].slice(0, longestName).join('');
  return /[\p{L}\p{N}]/u.test(name) && !hasHiddenCharacters(name) ? name : null;
}

function groupsOf(claims: Claims, groupsClaim: string): string[] {
  // Anybody can tell some providers any address.
  if (groupsClaim === 'email' && claims['email_verified'] !== true) return [];
  const value = claimAt(claims, groupsClaim);
  const list = Array.isArray(value) ? value : [value];
  return list
    .filter((group): group is string => typeof group === 'string' && group.length <= longestGroup)
    .slice(0, mostGroups);
}

/** A name may have dots itself, such as that of a URL. */
function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path.split('.').reduce<unknown>((value, name) => {
    const isObject = typeof value === 'object' && value !== null && Object.hasOwn(value, name);
    return isObject ? (value as Claims)[name] : undefined;
  }, claims);
}
