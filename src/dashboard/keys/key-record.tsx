import { ActBar } from '../acts/act-bar.tsx';
import { keyActs } from '../acts/key-acts.ts';
import type { ApiKey } from '../monitor/wire-types.ts';
import { usePage } from '../page/page-context.ts';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { localTime } from '../wording/local-time.ts';

/** One key: what it is for, what it may do, and for what. */
export function KeyRecord({ of: key, isOwn }: { of: ApiKey; isOwn: boolean }) {
  const { nowMs } = usePage();
  const isExpired = key.expiresAt !== null && Date.parse(key.expiresAt) <= nowMs.value;
  return (
    <li class="record">
      <p class="record-head">
        <strong>
          <bdi>{key.name}</bdi>
        </strong>
        <code>smk_{key.keyId}_…</code>
        {isExpired && <StatusChip status="Stopped" word="Expired" />}
        {isOwn && <span class="hint">the one in use here</span>}
      </p>
      <p>
        {key.scopes.join(', ')}
        <Bounds {...key} />
      </p>
      <p class="hint">
        made <TimeOf at={key.createdAt} />
        {key.expiresAt !== null && (
          <>
            {isExpired ? ' · expired ' : ' · expires '}
            <TimeOf at={key.expiresAt} say={localTime.moment} />
          </>
        )}
        {key.maxInstances !== null && ` · ${formatMost(key.maxInstances)}`}
      </p>
      {!isOwn && <ActBar label={`What to do with the key ${key.name}`} acts={keyActs(key)} />}
    </li>
  );
}

function Bounds({ environments, services }: ApiKey) {
  if (environments.length + services.length === 0) return null;
  const all = [
    ...environments.map((glob) => `environment ${glob}`),
    ...services.map((glob) => `service ${glob}`),
  ];
  return (
    <>
      , only for <bdi>{all.join(', ')}</bdi>
    </>
  );
}

function formatMost(maxInstances: number): string {
  return maxInstances === 0 ? 'any number of instances' : `at most ${maxInstances} instances`;
}
