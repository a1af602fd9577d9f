const trades = [
  'checkout payments search catalogue inventory shipping orders cart pricing reviews',
  'accounts sessions notifications recommendations invoices refunds fraud-check tax addresses wishlist',
  'media-resizer mailer webhooks exports imports reports audit-log feature-flags geocoder translations',
  'suppliers warehouse returns loyalty gift-cards subscriptions support-desk chat analytics gateway',
].flatMap((line) => line.split(' '));

/** Names as a shop would have them; past the fortieth they come again with a number. */
export function serviceNames(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const name = trades[index % trades.length] as string;
    const turn = Math.floor(index / trades.length) + 1;
    return turn === 1 ? name : `${name}-${turn}`;
  });
}
