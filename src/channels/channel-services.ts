import type { Channel } from '../actors/ports/notifications.ts';

/** A channel before the registry says which it is and what its kind can do. */
export type OpenedChannel = Pick<Channel, 'send' | 'close' | 'recipients'>;

/** What every channel is given from outside. */
export interface ChannelServices {
  /** Where this monitor is reached; names it as the source of what it sends. */
  publicUrl: string;
  /** Whether channels may reach private, loopback and link-local addresses. Only an operator's file may say so. */
  allowPrivateNetworks: boolean;
  /** The node's clock, in milliseconds; stamps what is sent and decides nothing. */
  now(): number;
  /** Headers by which an HTTP receiver can continue the trace of the message that is being sent; absent: none. */
  traceHeaders?(): Record<string, string>;
}
