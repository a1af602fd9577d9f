import type { IncidentMessage } from '../../domain/messages.ts';
import type { Wording } from './wording.ts';

/** What a test of a channel says; with a link to confirm it, it is a drill. */
export function testWords({ acknowledgeUrl }: IncidentMessage): Pick<Wording, 'subject' | 'summary'> {
  if (acknowledgeUrl === undefined)
    return {
      subject: '[Test] Service Monitor: this channel works',
      summary: 'This is a test of the channel. No service is affected, and there is nothing to do.',
    };
  return {
    subject: '[Drill] Service Monitor: confirm that you read this',
    summary:
      'This is a drill of the channel. No service is affected. Open the link and confirm, so that it is known that messages reach a person.',
  };
}
