import type { InstanceView } from '../../actors/ports/instances.ts';
import { type InstanceStatus, isLiving } from '../../domain/status.ts';
import type { Command } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';

/** How many living instances each key answers for. */
export const ownerCounts = {
  /** The key that an instance counts for, as it is or in another status; null: none. */
  ownerOf(view: InstanceView | null, status: InstanceStatus | undefined = view?.state.status): string | null {
    return view !== null && status !== undefined && isLiving(status) ? view.description.apiKeyId : null;
  },

  /** Moves one living instance from one key's count to another's. */
  move(keys: PartitionKeys, from: string | null, to: string | null): Command[] {
    if (from === to) return [];
    const count = (keyId: string | null, by: number): Command[] =>
      keyId === null ? [] : [['HINCRBY', keys.instancesByKey, keyId, by]];
    return [...count(from, -1), ...count(to, 1)];
  },
} as const;
