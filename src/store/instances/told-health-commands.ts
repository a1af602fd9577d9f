import type { ToldHealth } from '../../domain/tell-health.ts';
import type { Command } from '../client/commit.ts';

/** Writes what was told of a service's health, if that is new. */
export function toldHealthCommands(
  key: string,
  before: ToldHealth | null,
  after: ToldHealth | null,
): Command[] {
  if (after === null || after === before) return [];
  return [['HSET', key, 'toldHealth', after.health, 'toldHealthAtMs', after.atMs]];
}
