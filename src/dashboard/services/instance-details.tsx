import type { Instance } from '../monitor/wire-types.ts';
import { FactList } from '../parts/fact-list.tsx';
import { allIn } from './format-metadata.ts';
import { placeOf } from './place-of-instance.ts';

/** All that an instance ever said. */
export function InstanceDetails({ instance }: { instance: Instance }) {
  return (
    <>
      <FactList facts={placeOf(instance)} look="table" />
      <Metadata title="Sent with the last heartbeat" metadata={instance.lastHeartbeat} />
      <Metadata title="Sent at registration" metadata={instance.metadata} />
    </>
  );
}

function Metadata({ title, metadata }: { title: string; metadata: Record<string, unknown> | null }) {
  const facts = allIn(metadata);
  if (facts.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <FactList facts={facts} look="table" />
    </>
  );
}
