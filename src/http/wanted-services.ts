import type { ServiceFilter } from '../actors/ports/reading.ts';
import type { ApiKey } from '../domain/api-key.ts';
import { matchesGlob, prefixOf } from '../domain/glob.ts';
import { keyBounds } from './key-bounds.ts';
import { text } from './schemas/text.ts';

const glob = text.glob.optional();

/** Which services a caller asks for, by globs, of those that its key may see. */
export const wantedServices = {
  query: {
    environment: glob.meta({ description: 'Glob with * and ?' }),
    name: glob.meta({ description: 'Glob with * and ?, of the name of the service' }),
  },

  toFilter(
    key: ApiKey | null,
    { environment = '*', name = '*' }: { environment?: string | undefined; name?: string | undefined },
  ): Required<Pick<ServiceFilter, 'namePrefix' | 'includes'>> {
    return {
      namePrefix: prefixOf(name),
      includes: (service) =>
        keyBounds.includes(key, service) &&
        matchesGlob(environment, service.environment) &&
        matchesGlob(name, service.serviceName),
    };
  },
};
