import type { InstanceDescription } from '../../actors/ports/instances.ts';
import { exactJson } from '../../domain/exact-json.ts';

/** What is kept as JSON in the field `description`: shown, never judged by. What was not said is not kept. */
export type Shown = Pick<
  InstanceDescription,
  'version' | 'hostname' | 'port' | 'url' | 'processId' | 'metadata' | 'network'
>;

export const nothingShown: Shown = {
  version: null,
  hostname: null,
  port: null,
  url: null,
  processId: null,
  metadata: null,
  network: null,
};

/** What the field `description` holds. */
export function shownIn(description: string | null): Shown {
  return { ...nothingShown, ...(exactJson.parse(description ?? '{}') as Partial<Shown>) };
}
