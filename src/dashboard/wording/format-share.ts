/** An uptime; never rounded up: 100 % means that there was no outage. */
export function formatShare(share: number): string {
  return `${Math.floor(share * 100_000) / 1000} %`;
}
