import { type AccessLevel, type AccessRule, accessLevels } from '../domain/sign-in/access.ts';
import type { SettingReader } from './setting-reader.ts';
import { type SettingName, settings } from './settings.ts';
import { settingsOfSignIn } from './settings-of-sign-in.ts';

/** How people sign in with an OpenID Connect provider. */
export interface SignInSettings {
  issuer: string;
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
  /** What people call the provider. */
  name: string;
  /** What the provider is asked for. */
  requested: string;
  groupsClaim: string;
  access: readonly AccessRule[];
  lifetimeMs: number;
  idleMs: number;
}

/** They are of no use without the issuer. */
const ofProvider = (Object.keys(settingsOfSignIn) as (keyof typeof settingsOfSignIn)[]).filter(
  (name) => name.startsWith('oidc') && name !== 'oidcIssuer',
);

/** Null: nobody signs in. Everything that is wrong is said at once; values are not repeated where they may be secret. */
export function signInSettings(from: SettingReader, publicUrl: string | null): SignInSettings | null {
  const issuer = from.optional('oidcIssuer');
  const lifetimeMs = from.duration('sessionLifetime', 1_000);
  const idleMs = from.duration('sessionIdle', 1_000);
  if (issuer === null) {
    for (const name of ofProvider) {
      if (from.optional(name) !== null) from.fail(name, `needs ${settings.oidcIssuer.name}`);
    }
    return null;
  }
  const url = URL.parse(issuer);
  if (url === null || !isSafe(url))
    from.fail(
      'oidcIssuer',
      'must be an https URL without a user name, a query or a fragment (http only on this machine)',
    );
  if (publicUrl === null)
    from.fail('oidcIssuer', `needs ${settings.publicUrl.name}, to which the provider sends people back`);
  const requested = from.text('oidcScopes').split(/\s+/).filter(Boolean);
  if (!requested.includes('openid') || requested.some((scope) => /[=,]/.test(scope)))
    from.fail(
      'oidcScopes',
      `must be what the provider is asked for, with openid; who may do what is in ${settings.oidcGroups.name}`,
    );
  return {
    issuer,
    clientId: needed(from, 'oidcClientId'),
    clientSecret: from.optional('oidcClientSecret'),
    name: nameOf(from) ?? url?.host ?? '',
    requested: requested.join(' '),
    groupsClaim: from.text('oidcGroupsClaim').trim(),
    access: accessOf(from),
    lifetimeMs,
    idleMs,
  };
}

function isSafe({ protocol, hostname, username, password, search, hash }: URL): boolean {
  const isHere = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
  const isPlain = [username, password, search, hash].every((part) => part === '');
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && isHere));
}

function needed(from: SettingReader, name: SettingName): string {
  const value = from.optional(name);
  if (value === null) from.fail(name, `must be set when ${settings.oidcIssuer.name} is`);
  return value ?? '';
}

function nameOf(from: SettingReader): string | null {
  const name = from.optional('oidcName')?.trim() ?? null;
  if (name !== null && (name === '' || name.length > 64 || /\p{C}/u.test(name)))
    from.fail('oidcName', 'must have 1 to 64 visible characters');
  return name;
}

/** `ops=operate, *=read`; the last `=` counts, because names of groups may contain one. */
function accessOf(from: SettingReader): AccessRule[] {
  const entries = needed(from, 'oidcGroups')
    .split(',')
    .map((entry) => entry.trim());
  return entries.filter(Boolean).map((entry) => {
    const at = entry.lastIndexOf('=');
    const [group, level] = [entry.slice(0, Math.max(0, at)).trim(), entry.slice(at + 1).trim()];
    if (group === '' || !accessLevels.some((each) => each === level))
      from.fail('oidcGroups', `says "${entry}"; it must be a group and ${levels}, such as ops=operate`);
    return { group, level: level as AccessLevel };
  });
}

const levels = accessLevels.join(', ').replace(/, (?=\w+$)/, ' or ');
