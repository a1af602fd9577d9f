import type { Channel } from '../actors/ports/notifications.ts';
import type { HttpClient } from './outbound/http-client.ts';
import type { PrivateNetworks } from './outbound/private-networks.ts';

/** A channel before the registry says which it is and what its kind can do. */
export type OpenedChannel = Pick<Channel, 'send' | 'close' | 'recipients' | 'changes'>;

/** What every channel is given from outside. */
export interface ChannelServices {
  /** Where this monitor is reached; names it as the source of what it sends. */
  publicUrl: string;
  /** Which private, loopback and link-local addresses channels may reach: those of the operator's file all of them. */
  allowPrivateNetworks: PrivateNetworks;
  /** The node's clock, in milliseconds; stamps what is sent and decides nothing. */
  now(): number;
  /** Used instead of the network, by who only looks at what would be sent; absent: nobody does. */
  http?: HttpClient;
  /** Headers by which an HTTP receiver can continue the trace of the message that is being sent; absent: none. */
  traceHeaders?(): Record<string, string>;
}
