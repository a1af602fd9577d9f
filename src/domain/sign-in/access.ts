import type { Scope } from '../api-key.ts';

/** What a person may do who signed in. Each level has the scopes of those before it; none reports instances. */
export const accessLevels = ['read', 'operate', 'admin'] as const;

export type AccessLevel = (typeof accessLevels)[number];

/** What the members of a group may do; `*`: everybody who can sign in. */
export interface AccessRule {
  group: string;
  level: AccessLevel;
}

/** The scopes of a person in these groups: those of the highest level. None: this person may not come in. */
export function scopesOfGroups(groups: readonly string[], rules: readonly AccessRule[]): Scope[] {
  const member = new Set(groups);
  const levels = rules
    .filter(({ group }) => group === '*' || member.has(group))
    .map(({ level }) => accessLevels.indexOf(level));
  return accessLevels.slice(0, Math.max(-1, ...levels) + 1);
}
