import type { ComponentChildren } from 'preact';
import { ActBar } from '../acts/act-bar.tsx';
import { may } from '../acts/may.ts';
import { replayActs } from '../acts/replay-acts.ts';
import type { Listing, Notification } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { kindWord, outcomeOf } from './notification-words.ts';

/** Who was told, who was not, and why. */
export function NotificationsTable({
  notifications: { items, isCut },
}: {
  notifications: Listing<Notification>;
}) {
  if (items.length === 0) {
    return (
      <p class="empty">
        No messages: there was no channel when this incident opened. Configure channels in monitor.yaml.
      </p>
    );
  }
  const sorted = items.toSorted(
    (a, b) => b.createdAt.localeCompare(a.createdAt) || a.channelId.localeCompare(b.channelId),
  );
  // The roles are said again because a phone shows the rows as cards, and then a browser forgets that they are rows.
  return (
    <div class="card">
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {['Channel', 'Message', 'Outcome', 'When', 'Why'].map((column) => (
              <th key={column} role="columnheader" scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {sorted.map((item) => (
            <Row key={item.notificationId} notification={item} />
          ))}
        </tbody>
      </table>
      {isCut && <p class="hint">Only the newest {items.length} messages are shown here.</p>}
    </div>
  );
}

function Row({ notification }: { notification: Notification }) {
  const { caller } = usePage();
  const { channelId, channelType, kind, state } = notification;
  return (
    <tr role="row">
      <Cell of="channel">
        <strong>
          <bdi>{channelId}</bdi>
        </strong>
        <span class="hint"> {channelType}</span>
      </Cell>
      <Cell of="message">{kindWord(kind)}</Cell>
      <Cell of="outcome">
        <StatusChip {...outcomeOf(state)} />
      </Cell>
      <Cell of="when">
        <When {...notification} />
      </Cell>
      <Cell of="why">
        <Why {...notification} />
        {may.operate(caller.value) && (
          <ActBar label={`What to do about the message to ${channelId}`} acts={replayActs(notification)} />
        )}
      </Cell>
    </tr>
  );
}

function Cell({ of, children }: { of: string; children: ComponentChildren }) {
  return (
    <td role="cell" class={`cell-${of}`}>
      {children}
    </td>
  );
}

function Why({ reason, routedBy, attempts, answer }: Notification) {
  return (
    <>
      <bdi>{reason ?? routedBy ?? ''}</bdi>
      {attempts > 1 && <span class="hint"> ({attempts} attempts)</span>}
      {answer != null && (
        <span class="hint answer">
          {' '}
          answered <bdi>{answer}</bdi>
        </span>
      )}
    </>
  );
}

function When({ state, createdAt, sentAt, nextAttemptAt }: Notification) {
  if (sentAt !== null) return <TimeOf at={sentAt} />;
  if (state !== 'pending' || nextAttemptAt === null) return <TimeOf at={createdAt} />;
  return <Due at={nextAttemptAt} />;
}

function Due({ at }: { at: string }) {
  const { nowMs } = usePage();
  return Date.parse(at) - nowMs.value < 1_000 ? <>due</> : <TimeOf at={at} say={formatAhead} />;
}

function formatAhead(atMs: number, nowMs: number): string {
  return `again in ${Math.ceil((atMs - nowMs) / 1000)} s`;
}
