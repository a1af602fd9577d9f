import { z } from 'zod';
import { text } from './text.ts';

const by = text.plain(128).trim().min(1).meta({ description: 'Name of the person, for the timeline.' });
const note = text.lines(2_000).trim().min(1);

/** What people send when they act on an incident. */
export const incidentAct = {
  mark: z.strictObject({ by, note: note.nullish() }).meta({ id: 'IncidentAct' }),
  note: z
    .strictObject({
      by,
      note,
      public: z.boolean().default(false).meta({
        description: 'Whether status pages show the note, without the name of the person.',
      }),
    })
    .meta({ id: 'IncidentNote' }),
  retract: z
    .strictObject({
      by,
      at: z.iso.datetime({ offset: true }).meta({ description: 'The time of the note, as in the timeline.' }),
    })
    .meta({ id: 'IncidentNoteRetraction' }),
};
