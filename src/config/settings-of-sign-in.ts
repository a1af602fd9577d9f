import type { Setting } from './setting.ts';

/** How people sign in to the web page, beside API keys. */
export const settingsOfSignIn = {
  oidcIssuer: {
    name: 'MONITOR_OIDC_ISSUER',
    fallback: '',
    meaning:
      'The address of an OpenID Connect provider, such as `https://login.example.com/realms/ops`. People can then sign in to the web page with it, beside API keys. It requires `MONITOR_PUBLIC_URL`. Set all of these the same on every API node.',
  },
  oidcClientId: {
    name: 'MONITOR_OIDC_CLIENT_ID',
    fallback: '',
    meaning:
      'What the provider calls the monitor. Register there the redirect URI `<MONITOR_PUBLIC_URL>/sign-in/callback`, and `<MONITOR_PUBLIC_URL>/` for after the sign-out.',
  },
  oidcClientSecret: {
    name: 'MONITOR_OIDC_CLIENT_SECRET',
    fallback: '',
    meaning: 'The secret of that client. If not set, the monitor is a public client (PKCE is always used).',
    secret: true,
  },
  oidcName: {
    name: 'MONITOR_OIDC_NAME',
    fallback: '',
    meaning: 'What the button says: “Sign in with …”. Default: the host of the provider.',
  },
  oidcScopes: {
    name: 'MONITOR_OIDC_SCOPES',
    fallback: 'openid profile email',
    meaning: 'What the monitor asks the provider for, separated by spaces; with `openid`.',
  },
  oidcGroupsClaim: {
    name: 'MONITOR_OIDC_GROUPS_CLAIM',
    fallback: 'groups',
    meaning:
      'The claim that names the groups of a person: a text or a list. With dots it leads into objects, such as `realm_access.roles`. A mail address (`email`) counts only if the provider says that it is verified.',
  },
  oidcGroups: {
    name: 'MONITOR_OIDC_GROUPS',
    fallback: '',
    meaning:
      'Which groups may do what, separated by commas, such as `ops=operate,admins=admin,*=read`: `read`, `operate` (and read) or `admin` (and all). `*` is everybody who can sign in. A person who is in none of the groups does not get in.',
  },
  sessionLifetime: {
    name: 'MONITOR_SESSION_LIFETIME',
    fallback: '12h',
    meaning: 'How long a sign-in lasts.',
  },
  sessionIdle: {
    name: 'MONITOR_SESSION_IDLE',
    fallback: '1h',
    meaning:
      'A sign-in ends earlier when it was not used for so long. An open page uses it at least every five minutes.',
  },
} as const satisfies Record<string, Setting>;
