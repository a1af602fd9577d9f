import { z } from 'zod';
import { faultsOfTemplate } from './faults-of-template.ts';
import type { TemplateField } from './render-words.ts';

const longest = 10_000;
const aTemplate = `must be a template of at most ${longest} characters`;

/** The words of one's own that a channel may have, as LiquidJS templates. */
export const templateFields = {
  subject: template('subject', 'A template for the subject, the first thing that is read.').optional(),
  text: template('text', 'A template for all that follows it but the link.').optional(),
};

function template(field: TemplateField, description: string) {
  return z
    .string(aTemplate)
    .min(1, aTemplate)
    .max(longest, aTemplate)
    .superRefine((given, context) => {
      for (const message of faultsOfTemplate(field, given)) context.addIssue({ code: 'custom', message });
    })
    .describe(description);
}
