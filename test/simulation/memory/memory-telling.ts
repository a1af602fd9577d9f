import type { Telling } from '../../../src/actors/ports/telling.ts';
import type { Notification } from '../../../src/domain/notification.ts';
import type { RulesOf } from '../../../src/domain/policy.ts';
import { answeredBy } from '../../../src/domain/telling/while-unanswered.ts';
import { idBelow } from '../reference-log.ts';
import type { Silences } from '../silences.ts';
import type { Memory } from './memory-state.ts';

const isEnd = ({ kind }: Notification) => kind === 'recovering' || kind === 'resolved';
const isReminder = ({ kind }: Notification) => kind === 'reminder' || kind === 'escalation';

/** What decides about a message, from what is in memory. */
export function createMemoryTelling(memory: Memory, rulesOf: RulesOf, silences: Silences): Telling {
  function wasTold(end: Notification): boolean {
    const { notifications } = memory.state;
    for (let id = end.afterId; id !== null; ) {
      const row = notifications.get(id);
      if (row === undefined) return true;
      if (!isEnd(row) && row.state !== 'suppressed') return true;
      if (!isEnd(row) && !isReminder(row) && end.kind === 'recovering') return false;
      id = row.afterId;
    }
    return false;
  }

  function standingOf({ incidentId, channelId, notificationId, kind }: Notification) {
    const incident = memory.state.incidents.get(incidentId);
    if (incident === undefined) return null;
    const { state, flapping, told, acknowledged } = incident;
    const newest = kind === 'reminder' ? (told.reminder ?? told.last) : told.last;
    const isNewest =
      kind === 'escalation' || notificationId === idBelow(incidentId, 'notification', newest, channelId);
    return { state, flaps: flapping !== null, acknowledgedBy: acknowledged?.by ?? null, isNewest };
  }

  function toldHereAt({ afterId }: Notification): number | null {
    const { notifications } = memory.state;
    for (let row = notifications.get(afterId ?? ''); row !== undefined && !isEnd(row); ) {
      if (row.state === 'sent') return row.sentAtMs;
      row = notifications.get(row.afterId ?? '');
    }
    return null;
  }

  return {
    unwanted: async (row) => answeredBy(standingOf(row)),

    async circumstances(row, nowMs) {
      if (!('serviceName' in row.message)) throw new Error('a message of the monitor itself');
      const { downAfterMs } = rulesOf(row.message).timing;
      const about = {
        nowMs,
        downAfterMs,
        silence: null,
        needed: [],
        incident: null,
        group: null,
        wasTold: true,
      };
      if (isEnd(row)) return { ...about, wasTold: wasTold(row) };
      const silence = silences.of(row.message.serviceName, nowMs);
      const isAsked = row.held !== undefined || isReminder(row);
      const toldHereAtMs = isReminder(row) ? toldHereAt(row) : null;
      return { ...about, silence, incident: isAsked ? standingOf(row) : null, toldHereAtMs };
    },
  };
}
