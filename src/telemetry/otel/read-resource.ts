import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';

/** Who sends: OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES go before what we know ourselves. */
export function readResource(node: { version: string; instanceId: string }): Resource {
  const own = resourceFromAttributes({
    'service.name': 'service-monitor',
    'service.version': node.version,
    // The same after a restart: it is a label of every metric.
    'service.instance.id': node.instanceId,
  });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}
