import { z } from 'zod';
import {
  defaultReminding,
  type EscalationStep,
  type ReminderRules,
} from '../domain/reminding/reminder-rules.ts';
import { durationInFile } from './duration-in-file.ts';

const usual = defaultReminding.reminders;
const aFactor = 'must be a number from 1 to 10: 2 makes each wait twice as long as the one before';

const someWords = 'must be off, or a map with "every", "backOff" and "longest", such as { every: 30m }';

const someReminders = z
  .strictObject(
    {
      every: durationInFile.optional(),
      backOff: z.number(aFactor).min(1, aFactor).max(10, aFactor).optional(),
      longest: durationInFile.optional(),
    },
    { error: ({ code }) => (code === 'invalid_type' ? someWords : undefined) },
  )
  .transform(({ every, backOff, longest }): ReminderRules => {
    const everyMs = every ?? usual?.everyMs ?? 0;
    return {
      everyMs,
      backOff: backOff ?? usual?.backOff ?? 1,
      longestMs: longest ?? Math.max(everyMs, usual?.longestMs ?? 0),
    };
  })
  .refine(({ everyMs, longestMs }) => longestMs >= everyMs, {
    message: 'must not be shorter than "every"',
    path: ['longest'],
  });

/** YAML 1.1 reads `off` as false, YAML 1.2 as a word. */
const isOff = (given: unknown) => given === 'off' || given === false;

const step = z.strictObject({ after: durationInFile, channels: z.array(z.string()).min(1) });

/** `reminders` and `escalate`, of a route or of the whole file. Absent: nothing is said of it. */
export const remindersInFile = {
  reminders: z.preprocess((given) => (isOff(given) ? null : given), someReminders.nullable()).optional(),
  escalate: z
    .array(step, 'must be a list such as [{ after: 15m, channels: [pager] }]')
    .transform((steps): EscalationStep[] =>
      steps.map(({ after, channels }) => ({ afterMs: after, channels })),
    )
    .superRefine((steps, context) => {
      for (const [i, { afterMs }] of steps.entries())
        if (afterMs < (steps[i - 1]?.afterMs ?? 0))
          context.addIssue({
            ...{ code: 'custom', path: [i, 'after'] },
            message: 'must not be shorter than that of the step before: it counts from the beginning too',
          });
    })
    .optional(),
};
