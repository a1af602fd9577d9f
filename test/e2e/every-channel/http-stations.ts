import type { Post } from '../../channels/support/describe-threads.ts';
import { openReceiver, type Received } from '../../channels/support/open-receiver.ts';
import { type KindInOutage, readSubject } from './kind-in-outage.ts';
import { type Fault, hung, type Station } from './station.ts';

/** Opens one server behind which each of these channels has its provider; the first part of a path is the id of the channel. */
export async function openHttpStations(
  kinds: readonly { id: string; kind: KindInOutage }[],
): Promise<Station[]> {
  const faults = new Map<string, Fault>();
  const posts = new Map<string, Post[]>(kinds.map(({ id }) => [id, []]));
  const stations = new Map<string, Station>();
  const receiver = await openReceiver((_request, response) => {
    const whole = receiver.received.at(-1);
    if (whole === undefined) return;
    const [, id = ''] = whole.path.split('/');
    const request = { ...whole, path: whole.path.slice(id.length + 1) };
    const kind = kinds.find((each) => each.id === id)?.kind;
    if (kind === undefined) return void response.writeHead(404).end();
    const answer = answerOf(id, kind, request);
    // It hangs.
    if (answer === null) return;
    const { status, headers = {}, body } = answer;
    const isJson = typeof body === 'object';
    response.writeHead(status, { 'content-type': isJson ? 'application/json' : 'text/plain', ...headers });
    response.end(isJson ? JSON.stringify(body) : body);
  });

  function answerOf(id: string, kind: KindInOutage, request: Received) {
    const tells = (kind.reads ?? readSubject)(request);
    const fault = faults.get(id);
    if (tells === 'Down' && fault !== undefined) {
      faults.delete(id);
      if (fault === 'hang') return null;
      return fault === 'limit' ? kind.limit(Date.now()).answer : kind.refusal.answer;
    }
    if (tells !== null) stations.get(id)?.told.push(tells);
    return kind.thread?.answer(request, posts.get(id) ?? []) ?? kind.taken;
  }

  const { origin } = new URL(receiver.url);
  for (const { id, kind } of kinds) {
    const { type, thread } = kind;
    const kept = () => {
      const all = posts.get(id) ?? [];
      return all
        .filter(({ below }) => below === undefined)
        .map((post) => ({
          text: post.text,
          below: all.filter(({ below }) => below === post.id).map(({ text }) => text),
        }));
    };
    stations.set(id, {
      config: { ...kind.config(`${origin}/${id}`), id, type },
      course: kind.course,
      next: (fault) => void faults.set(id, fault),
      told: [],
      received: () =>
        receiver.received.filter(({ path }) => path.split('/')[1] === id).map(({ body }) => body),
      ...(thread === undefined ? {} : { kept }),
      reasonOf: { limit: kind.limit(0).reason, refusal: kind.refusal.reason, hang: hung },
    });
  }
  return [...stations.values()];
}
