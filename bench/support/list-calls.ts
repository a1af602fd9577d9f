/** One list with one filter, or with several. */
export interface ListCall {
  path: string;
  /** Asked for with the key that is bound to few services. */
  isBound?: boolean;
  /** All of it or nothing: no pages. */
  isWhole?: boolean;
}

export interface ListedThings {
  /** The service that sorts last, and the one with the most instances. */
  lastService: string;
  largeService: string;
  /** The one whose instances send as much metadata as is allowed. */
  wordyService: string;
  instance: string;
  newestIncident: string;
  /** When the oldest incident began, and a time before that. */
  oldestAt: string;
  beforeAllAt: string;
}

const statuses = ['Pending', 'Healthy', 'Degraded', 'Down', 'Recovered'];
const left = ['Stopped', 'Replaced'];
const unknownId = '00000000-0000-8000-8000-000000000000';

/** What a name may be asked by: all, the last one, none; with a beginning and without. */
const serviceFilters = [
  ...['', 'name=*', 'name=service-01*', 'name=zz-last', 'name=*last', 'name=nothing*', 'name=*nothing'],
  ...['name=*1*9*', 'name=zz-*?????????*'],
  ...['environment=bench', 'environment=last', 'environment=*nothing*'],
];

/** Every list of the API with every filter alone, and the combinations that leave most out. */
export function listCalls(things: ListedThings): ListCall[] {
  const { lastService, largeService, wordyService, newestIncident, oldestAt, beforeAllAt } = things;
  const list = (path: string, filters: readonly string[]): ListCall[] =>
    filters.map((filter) => ({ path: `${path}?${['limit=200', filter].filter(Boolean).join('&')}` }));
  const byStatus = (all: readonly string[]) => all.map((status) => `status=${status}`);
  return [
    ...list('/api/services', [
      ...serviceFilters,
      ...byStatus([...statuses, 'Stopped']),
      'name=*1*9*&environment=b*&status=Down',
      'environment=last&status=Down',
      // No service has a label: each is asked for its own.
      ...['label=team:shop', 'label=team:shop&name=*1*9*&status=Down'],
    ]),
    { path: '/api/services?limit=200', isBound: true },
    { path: '/api/services?limit=200&status=Healthy', isBound: true },
    ...[lastService, largeService, wordyService].map((id) => ({ path: `/api/services/${id}` })),
    ...list(`/api/services/${largeService}/instances`, ['', ...byStatus([...statuses, ...left])]),
    ...list(`/api/services/${wordyService}/instances`, ['', 'status=Down']),
    { path: `/api/instances/${things.instance}` },
    ...list('/api/incidents', [
      ...['', 'state=open', 'state=recovering', 'state=resolved'],
      ...[`serviceId=${lastService}`, `serviceId=${unknownId}`, `serviceId=${largeService}`],
      ...[`from=${oldestAt}`, `to=${oldestAt}`, `to=${beforeAllAt}`, `from=${oldestAt}&to=${oldestAt}`],
      ...[`state=recovering&serviceId=${largeService}`, `state=open&from=${beforeAllAt}`],
    ]),
    { path: '/api/incidents?limit=200', isBound: true },
    { path: `/api/incidents/${newestIncident}` },
    ...list('/api/notifications', ['', `incidentId=${newestIncident}`]),
    ...list('/api/audit', ['']),
    ...['/api/keys', '/api/channels', '/metrics'].map((path) => ({ path })),
    ...[...serviceFilters, ...byStatus(statuses), 'name=wordy', 'environment=last&status=Down'].map(
      (filter) => ({
        path: `/api/targets${filter === '' ? '' : `?${filter}`}`,
        isWhole: true,
      }),
    ),
    { path: '/metrics/instances', isWhole: true },
  ];
}
