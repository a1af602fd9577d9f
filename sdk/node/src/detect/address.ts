/** Where the application listens. */
export interface Address {
  /** As bound: `::` and `0.0.0.0` mean every interface. */
  host: string;
  port: number;
  /** Null for a server that speaks neither HTTP nor TLS. */
  scheme: 'http' | 'https' | null;
}
