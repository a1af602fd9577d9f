import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AcknowledgeByLink, LinkUse } from '../../actors/operating/acknowledge-by-link.ts';
import { acknowledgePage, type Filled } from '../acknowledge-page.ts';
import type { Audited } from '../audited.ts';
import { pageHeaders } from '../page-headers.ts';
import { ProblemError } from '../problem-error.ts';
import { incidentAct } from '../schemas/incident-act.ts';

const headers = {
  ...pageHeaders({ scripts: "'none'", forms: "'self'" }),
  // It says how things are now, and its address is a secret.
  'cache-control': 'no-store',
};

const statuses: Record<LinkUse['kind'], number> = {
  open: 200,
  acknowledged: 200,
  unknown: 404,
  used: 409,
  over: 409,
  refused: 409,
  expired: 410,
  group: 200,
  'group-acknowledged': 200,
  'group-used': 409,
  'group-over': 409,
  drill: 200,
  'drill-confirmed': 200,
  'drill-over': 409,
};

interface Linked {
  Params: { token: string };
  /** Whatever a form says. */
  Body: Readonly<Record<string, unknown>> | null | undefined;
}

/**
 * GET and POST /acknowledge/:token: the link of a message. GET shows a page that asks, and changes nothing: mail scanners and
 * previews follow links. POST acknowledges, once. Open, because the link itself is the permission.
 */
export function acknowledgeRoutes(app: FastifyInstance, links: AcknowledgeByLink, audited: Audited): void {
  const open = { config: { scope: 'none' as const, takesForm: true }, schema: { hide: true } };

  const show = (reply: FastifyReply, standing: LinkUse, filled: Filled | null = null) =>
    reply
      .code(filled === null ? statuses[standing.kind] : 400)
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(acknowledgePage(standing, filled));

  app.get<Linked>('/acknowledge/:token', open, async ({ params }, reply) =>
    show(reply, await links.look(params.token)),
  );

  app.post<Linked>('/acknowledge/:token', { ...open, bodyLimit: 16 * 1024 }, async (request, reply) => {
    const { token } = request.params;
    const standing = await links.look(token);
    if (standing.kind !== 'open' && standing.kind !== 'group' && standing.kind !== 'drill')
      return show(reply, standing);
    const sent = { by: textOf(request.body?.['by']), note: textOf(request.body?.['note']) };
    const read = incidentAct.mark.safeParse({
      by: sent.by,
      note: sent.note.trim() === '' ? null : sent.note,
    });
    if (!read.success) return show(reply, standing, { ...sent, fault: faultOf(read.error.issues) });
    const { by, note = null } = read.data;
    if (standing.kind === 'drill') {
      const { drillId, channelId } = standing.drill;
      const what = { act: 'drill-confirmed' as const, target: channelId, by: `link of ${channelId}` };
      const detail = `${by}, by the link of drill ${drillId}`;
      return show(reply, await audited(request, { ...what, detail }, () => links.use(token, { by, note })));
    }
    const { incidentId, channelId, channelType, recipients } = standing.link;
    const what = {
      act:
        standing.kind === 'group'
          ? ('outage-group-acknowledged' as const)
          : ('incident-acknowledged' as const),
      target: incidentId,
      detail: `${by}, by the link sent to ${recipients ?? channelType}${note === null ? '' : `: ${note}`}`,
      by: `link of ${channelId}`,
    };
    let outcome: LinkUse = standing;
    const use = async () => {
      outcome = await links.use(token, { by, note });
      if (outcome.kind !== 'acknowledged' && outcome.kind !== 'group-acknowledged')
        throw new NotAcknowledged();
    };
    await audited(request, what, use).catch((error: unknown) => {
      if (!(error instanceof NotAcknowledged)) throw error;
    });
    return show(reply, outcome);
  });
}

/** Somebody was faster, or the incident takes no more entries: the page says which, and the audit log that it failed. */
class NotAcknowledged extends ProblemError {
  constructor() {
    super('conflict', 'The incident was not acknowledged with this link.');
  }
}

/** Forms send line ends as two characters. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.replaceAll('\r\n', '\n') : '';
}

function faultOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): string {
  const [first] = issues;
  return first?.path[0] === 'note' ? `The note ${first.message}.` : 'Give your name: 1 to 128 characters.';
}
