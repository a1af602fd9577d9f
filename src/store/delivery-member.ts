import type { Delivery } from '../actors/ports.ts';

/** A delivery as a member of the deliveries' timer: the channel stands in it, so waking it needs no look-up. */
export function deliveryMember({ channelId, notificationId }: Delivery): string {
  return `${channelId}/${notificationId}`;
}

export function toDelivery(member: string): Delivery {
  const [channelId = '', notificationId = ''] = member.split('/');
  return { channelId, notificationId };
}
