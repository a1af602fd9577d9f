import type { Config } from '../config/config.ts';
import type { Env } from '../config/env.ts';
import { askCloud } from './ask-cloud.ts';
import { findLocation } from './find-location.ts';
import { locationParts } from './location.ts';

/** The metadata that says where this instance runs: what the application says, else what is found, else the cloud. */
export async function locationMetadata(config: Config, env: Env): Promise<Record<string, string>> {
  if (config.location === null) return {};
  const { location, containerId } = findLocation(env);
  const asked = config.askCloudMetadata ? await askCloud(env) : {};
  const metadata: Record<string, string> = {};
  for (const part of locationParts) {
    const value = config.location[part] ?? location[part] ?? asked[part];
    if (value) metadata[part] = value;
  }
  if (containerId !== null) metadata['container_id'] = containerId;
  return metadata;
}
