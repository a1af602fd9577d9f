import type { ServiceTroubled } from './events.ts';
import { earliest } from './service-times.ts';
import type { ServiceView } from './service-view.ts';
import {
  isOverUntold,
  type ToldTrouble,
  type ToldTroubles,
  type TroubleKind,
  tellTrouble,
  troubleKinds,
} from './tell-trouble.ts';

/** The messages about trouble that the next commit writes, and when to look again. */
export interface TroubleNews {
  /** Undefined: nothing was told so far. */
  told: ToldTroubles | undefined;
  events: ServiceTroubled[];
  /** Null: only a change matters. */
  nextAtMs: number | null;
}

/** `isAsked`: whether any channel or route asks for such messages; without that nothing is kept of it. */
export function troubleNews(view: ServiceView, isAsked: boolean, graceMs: number): TroubleNews {
  if (!isAsked) return { told: forgotten(view.troubles), events: [], nextAtMs: null };
  const told = withEnd(view.state.status === 'Down' ? whileDown(view.troubles) : view.troubles, view);
  let news: TroubleNews = { told, events: [], nextAtMs: null };
  const { nowMs } = view;
  for (const trouble of troubleKinds) {
    const last = told?.[trouble];
    const telling = tellTrouble(trouble, last, view.state, graceMs, nowMs);
    if (telling.kind === 'wait') news = { ...news, nextAtMs: earliest(news.nextAtMs, telling.untilMs) };
    if (telling.kind === 'lower' && last !== undefined)
      news = { ...news, told: { ...news.told, [trouble]: { ...last, count: telling.count } } };
    if (telling.kind !== 'tell') continue;
    const { count } = telling;
    news = {
      ...news,
      told: { ...news.told, [trouble]: { count, atMs: nowMs } },
      events: [...news.events, eventOf(view, trouble, count, last)],
    };
  }
  return news;
}

function eventOf(
  { nowMs, serviceId, serviceName, environment, labels, state }: ServiceView,
  trouble: TroubleKind,
  count: number,
  last: ToldTrouble | undefined,
): ServiceTroubled {
  return {
    type: 'service.troubled',
    ...{ serviceId, serviceName, environment, trouble, count },
    ...{ atMs: nowMs, previousAtMs: last?.atMs ?? null },
    // The message may be due later, as there is one a minute.
    ...(count > 0
      ? {}
      : { endedAtMs: trouble === 'degraded' ? state.sinceMs : (last?.overSinceMs ?? nowMs) }),
    ...(last?.wasDown === true ? { wasDown: true } : {}),
    ...(labels === undefined ? {} : { labels }),
  };
}

/** When instances ceased to be Down is kept until it is told. */
function withEnd(told: ToldTroubles | undefined, { state, nowMs }: ServiceView): ToldTroubles | undefined {
  const last = told?.['instance-down'];
  if (last === undefined) return told;
  const isOver = isOverUntold(last, state);
  if (isOver === (last.overSinceMs !== undefined)) return told;
  const { overSinceMs: _, ...rest } = last;
  const end = isOver ? { overSinceMs: nowMs } : {};
  return { ...told, 'instance-down': { ...rest, ...end } };
}

/** What goes on when the service is Down is noted as such. */
function whileDown(told: ToldTroubles | undefined): ToldTroubles | undefined {
  const isNoted = ({ count, wasDown }: ToldTrouble) => count === 0 || wasDown === true;
  if (told === undefined || Object.values(told).every(isNoted)) return told;
  return Object.fromEntries(
    Object.entries(told).map(([kind, last]) => [kind, isNoted(last) ? last : { ...last, wasDown: true }]),
  );
}

/** What was told and goes on is forgotten: its end would come late, when somebody asks again. */
function forgotten(told: ToldTroubles | undefined): ToldTroubles | undefined {
  if (told === undefined || Object.values(told).every(({ count }) => count === 0)) return told;
  return Object.fromEntries(Object.entries(told).map(([kind, last]) => [kind, { ...last, count: 0 }]));
}
