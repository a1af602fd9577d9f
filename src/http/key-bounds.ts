import type { ApiKey } from '../domain/api-key.ts';
import { matchesGlob } from '../domain/glob.ts';
import type { ServiceName } from '../domain/policy.ts';

/** A key may be bound to some services and environments: of the others it can neither report nor learn anything. */
export const keyBounds = {
  isBound(key: ApiKey | null): boolean {
    return key === null || key.environments.length > 0 || key.services.length > 0;
  },

  includes(key: ApiKey | null, { serviceName, environment }: ServiceName): boolean {
    const allows = (globs: string[], text: string) =>
      globs.length === 0 || globs.some((glob) => matchesGlob(glob, text));
    return key !== null && allows(key.environments, environment) && allows(key.services, serviceName);
  },
};
