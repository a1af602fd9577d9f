import { useEffect } from 'preact/hooks';
import { IncidentView } from '../incidents/incident-view.tsx';
import { IncidentsView } from '../incidents/incidents-view.tsx';
import { InstanceView } from '../services/instance-view.tsx';
import { ServiceView } from '../services/service-view.tsx';
import { ServicesView } from '../services/services-view.tsx';
import { isStale } from './is-stale.ts';
import { lateViews } from './late-views.ts';
import { usePage } from './page-context.ts';
import type { Detail } from './page-types.ts';
import { Title } from './title.tsx';

/** What stands on the page that the address means, as far as it was read. */
export function Content() {
  const { route, services, incidents, detail } = usePage();
  const { page } = route.value;
  // Beside what the view shows, not after it.
  useEffect(() => {
    if (page in lateViews) void lateViews[page as keyof typeof lateViews].load();
  }, [page]);
  if (page === 'unknown') return <NotFound>There is no such page.</NotFound>;
  if (services.value === null || incidents.value === null) return <Waiting />;
  if (page === 'services') return <ServicesView services={services.value} incidents={incidents.value} />;
  if (page === 'incidents') return <IncidentsView services={services.value} incidents={incidents.value} />;
  if (detail.value === null) return <Waiting />;
  if (detail.value.kind === 'missing') return <NotFound>{missing[page]}</NotFound>;
  return <Shown detail={detail.value} />;
}

function Shown({ detail }: { detail: Exclude<Detail, { kind: 'missing' }> }) {
  switch (detail.kind) {
    case 'service':
      return <ServiceView {...detail} />;
    case 'instance':
      return <InstanceView {...detail} />;
    case 'map':
      return <lateViews.map {...detail} />;
    case 'incident':
      return <IncidentView {...detail} />;
    case 'group':
      return <lateViews.group {...detail} />;
    case 'channels':
      return <lateViews.channels {...detail} />;
    case 'keys':
      return <lateViews.keys {...detail} />;
    case 'audit':
      return <lateViews.audit {...detail} />;
    case 'monitor':
      return <lateViews.monitor {...detail} />;
    case 'forbidden':
      return <Forbidden />;
  }
}

const older = 'The node that answers is of an older version, which does not have this.';

const missing = {
  service: 'There is no service with this id. It may have been archived.',
  instance: 'There is no instance with this id. It may have stopped, or been replaced long ago.',
  incident: 'There is no incident with this id. It may be too old, or the link incomplete.',
  group: 'There is no outage group with this id. It may be too old, or the link incomplete.',
  ...{ channels: older, keys: older, audit: older, monitor: older },
  ...{ map: older, wall: older },
};

function Waiting() {
  return <Title>{isStale(usePage()) ? 'No data could be read yet' : 'Reading …'}</Title>;
}

function Forbidden() {
  return (
    <>
      <Title>Not with this key</Title>
      <p>
        This needs an API key that is not bound to services; for channels, keys and the audit log, with the
        scope “admin”.
      </p>
      <p>
        <a href="#/">All services</a>
      </p>
    </>
  );
}

function NotFound({ children }: { children: string }) {
  return (
    <>
      <Title>Not found</Title>
      <p>{children}</p>
      <p>
        <a href="#/">All services</a> · <a href="#/incidents">All incidents</a>
      </p>
    </>
  );
}
