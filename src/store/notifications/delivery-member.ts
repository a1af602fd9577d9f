/** A delivery as a member of the deliveries' timer: the channel stands in it, so waking it needs no look-up. */
export function deliveryMember({ channelId, notificationId }: DeliveryName): string {
  return `${channelId}/${notificationId}`;
}

export function toDelivery(member: string): DeliveryName {
  const [channelId = '', notificationId = ''] = member.split('/');
  return { channelId, notificationId };
}

interface DeliveryName {
  channelId: string;
  notificationId: string;
}
