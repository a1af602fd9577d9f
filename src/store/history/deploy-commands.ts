import { type Deploy, mostDeploys, type VersionChange } from '../../domain/history/deploy.ts';
import type { Command, Comparison } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';

/** A change of version, from the registration that brought it; the service has the latest version. */
export const deployCommands = {
  /** Another registration may bring the same version at this moment. */
  comparison: (keys: PartitionKeys, serviceId: string, { previous }: VersionChange): Comparison => ({
    command: ['HGET', keys.service(serviceId), 'version'],
    expected: previous ?? '',
  }),

  write(keys: PartitionKeys, serviceId: string, { version, previous }: VersionChange, atMs: number) {
    const write: Command[] = [['HSET', keys.service(serviceId), 'version', version]];
    if (previous === null) return write;
    const deploys = keys.deploys(serviceId);
    write.push(
      ['RPUSH', deploys, JSON.stringify([atMs, version, previous])],
      ['LTRIM', deploys, -mostDeploys, -1],
    );
    return write;
  },

  toDeploy(text: string): Deploy {
    const [atMs, version, previousVersion] = JSON.parse(text) as [number, string, string];
    return { atMs, version, previousVersion };
  },
} as const;
