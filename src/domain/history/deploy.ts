/** From this moment on instances of a service registered with this version. */
export interface Deploy {
  atMs: number;
  version: string;
  previousVersion: string;
}

/** So many of the newest are kept. */
export const mostDeploys = 100;

/** What a registration changes of the version of its service. */
export interface VersionChange {
  version: string;
  /** Null: no version came to it before, so this one is not a change yet. */
  previous: string | null;
}

/**
 * Null: the version stays. An instance that registers again with the version that it had is no deploy, whatever the others
 * have by now.
 */
export function versionChange(
  version: string | null,
  previous: string | null,
  ofInstanceBefore: string | null,
): VersionChange | null {
  if (version === null || version === previous) return null;
  return version === ofInstanceBefore && previous !== null ? null : { version, previous };
}
