import type { Health, ReportedHealth } from '../../domain/health.ts';

/** What an instance says of itself, as fields of its hash. */
export const reportedHealth = {
  fields: ['health', 'healthSinceMs', 'unhealthyBeats', 'countedAtMs'],

  /** Null: it says nothing. */
  of(values: readonly (string | null | undefined)[]): ReportedHealth | null {
    const [health, sinceMs, unhealthyBeats, countedAtMs] = values;
    if (!health) return null;
    return {
      health: health as Health,
      sinceMs: Number(sinceMs ?? 0),
      unhealthyBeats: Number(unhealthyBeats ?? 0),
      countedAtMs: Number(countedAtMs ?? 0),
    };
  },

  toFields: ({ health, sinceMs, unhealthyBeats, countedAtMs }: ReportedHealth): (string | number)[] => [
    ...['health', health, 'healthSinceMs', sinceMs],
    ...['unhealthyBeats', unhealthyBeats, 'countedAtMs', countedAtMs],
  ],
} as const;
