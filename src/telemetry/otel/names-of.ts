import type { Attributes } from '@opentelemetry/api';

/** What a span is about, under the names that all spans use. Nothing else of an instance goes out: no metadata, no key. */
export function namesOf(about: {
  serviceId?: string | null;
  serviceName?: string;
  environment?: string;
  instanceId?: string;
  incidentId?: string | null;
}): Attributes {
  const { serviceId, serviceName, environment, instanceId, incidentId } = about;
  return {
    ...(serviceId == null ? {} : { 'monitor.service.id': serviceId }),
    ...(serviceName === undefined ? {} : { 'monitor.service.name': serviceName }),
    ...(environment === undefined ? {} : { 'monitor.service.environment': environment }),
    ...(instanceId === undefined ? {} : { 'monitor.instance.id': instanceId }),
    ...(incidentId == null ? {} : { 'monitor.incident.id': incidentId }),
  };
}
