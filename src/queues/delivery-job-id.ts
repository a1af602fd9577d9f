import type { Delivery } from '../actors/ports/waking.ts';

/** `deliver-<notification>-<attempt>`: what a job wakes stands in its id, so that it is there once. */
export const deliveryJobId = {
  write: ({ notificationId, attempts }: Delivery): string => `deliver-${notificationId}-${attempts + 1}`,

  /** How many attempts went before the one that a job wakes; null: it is of a version that did not say. */
  attemptsOf(jobId: string | undefined): number | null {
    const attempt = /^deliver-.+-(\d+)$/.exec(jobId ?? '')?.[1];
    return attempt === undefined ? null : Number(attempt) - 1;
  },
} as const;
