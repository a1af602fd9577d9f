import type { KnownChannels, Nodes } from '../../actors/ports/nodes.ts';
import { knownNodes } from '../../domain/node-settings.ts';

/** A node always knows its own channels, also before it showed itself for the first time. */
export function createKnownChannels(nodes: Pick<Nodes, 'read'>, own: () => readonly string[]): KnownChannels {
  return {
    async has(channelId) {
      if (own().includes(channelId)) return true;
      const found = await nodes.read();
      return knownNodes.channels(found.nodes, found.nowMs).has(channelId);
    },
  };
}
