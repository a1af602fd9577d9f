import { existsSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Env } from '../config/env.ts';
import { findContainerId } from './find-container-id.ts';
import { type Location, type LocationPart, locationParts, locationText } from './location.ts';
import { containerVariables, locationAttributes, locationVariables } from './location-variables.ts';
import { podOwner } from './pod-owner.ts';

export interface FoundLocation {
  location: Location;
  containerId: string | null;
}

/** Where this process runs, by its variables and by what the orchestrator put into its file system. Asks nobody. */
export function findLocation(env: Env, root = '/', machineName = hostname()): FoundLocation {
  const attributes = resourceAttributes(env['OTEL_RESOURCE_ATTRIBUTES']);
  const said = (part: LocationPart): string | null =>
    [
      ...locationVariables[part].map((name) => env[name]),
      ...locationAttributes[part].map((name) => attributes.get(name)),
    ]
      .map(locationText)
      .find((text) => text !== null) ?? null;
  const containerId = findContainerId(root);
  const isContainer =
    containerId !== null ||
    containerVariables.some((name) => env[name]) ||
    ['.dockerenv', 'run/.containerenv'].some((name) => existsSync(join(root, name)));
  const node = said('node');
  const found: Record<LocationPart, string | null> = {
    // In a container the machine's name is the container's, in Kubernetes the pod's: no host.
    ...{ host: said('host') ?? node ?? (isContainer ? null : locationText(machineName)), node },
    ...{ zone: said('zone'), region: said('region'), cluster: said('cluster') },
    deployment: deploymentIn(env, root, said('deployment')),
  };
  const location: Location = {};
  for (const part of locationParts) if (found[part] !== null) location[part] = found[part];
  return { location, containerId };
}

/** In Kubernetes with the namespace, and if nothing says it, by the name of the pod. */
function deploymentIn(env: Env, root: string, said: string | null): string | null {
  if (!env['KUBERNETES_SERVICE_HOST'] || env['SERVICE_MONITOR_DEPLOYMENT']) return said;
  const name = said ?? podOwner(env['POD_NAME'] || env['HOSTNAME'] || '');
  const namespace = locationText(env['POD_NAMESPACE']) ?? namespaceFile(root);
  return name === null || namespace === null ? name : locationText(`${namespace}/${name}`);
}

function namespaceFile(root: string): string | null {
  try {
    const path = join(root, 'var/run/secrets/kubernetes.io/serviceaccount/namespace');
    return locationText(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}

/** `key=value,key=value`, each value as in a URL. */
function resourceAttributes(text = ''): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const pair of text.split(',')) {
    const at = pair.indexOf('=');
    try {
      if (at > 0) attributes.set(pair.slice(0, at).trim(), decodeURIComponent(pair.slice(at + 1).trim()));
    } catch {
      // What is not written as it should be says nothing.
    }
  }
  return attributes;
}
