import type { ReceivedMail } from '../../support/start-smtp-receiver.ts';
import type { Arrival } from './start-sink.ts';

/** Mails as the judge knows messages; a mail server takes whatever it keeps. */
export function arrivalsByMail(channelId: string, mails: readonly ReceivedMail[]): Arrival[] {
  return mails.map(({ atMs, mail }) => {
    const [, kind = '', serviceName = ''] = /^\[(\w+)\] (\S+) /.exec(mail.subject ?? '') ?? [];
    return {
      atMs,
      channelId,
      id: mail.messageId ?? '',
      kind: kind.toLowerCase(),
      incidentId: mail.references?.replace(/^<|@.*$/g, '') ?? '',
      serviceName,
      isTaken: true,
      causes: [],
    };
  });
}
