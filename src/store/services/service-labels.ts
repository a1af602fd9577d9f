import type { Labels } from '../../domain/labels.ts';
import type { Command } from '../client/commit.ts';
import type { PartitionKeys } from '../keys.ts';

/** The labels of a service, from the field of its hash; a service without labels has no such field. */
export function toLabels(text: string | null | undefined): Labels {
  return text ? (JSON.parse(text) as Labels) : {};
}

export function labelsCommand(keys: PartitionKeys, serviceId: string, labels: Labels): Command {
  const key = keys.service(serviceId);
  if (Object.keys(labels).length === 0) return ['HDEL', key, 'labels'];
  return ['HSET', key, 'labels', JSON.stringify(labels)];
}
