import { type Location, type LocationPart, locationParts } from '../location/location.ts';
import type { SettingReader } from './setting-reader.ts';

/** What the application says of where it runs: an empty text hides a part. Null: nothing is to be sent at all. */
export function readLocation(reader: SettingReader, given: unknown): Location | null {
  if (given === false) return null;
  if (given === undefined || given === null || given === true) return {};
  if (typeof given !== 'object' || Array.isArray(given)) {
    reader.fail('location must be an object, or false');
    return {};
  }
  const location: Location = {};
  for (const [name, value] of Object.entries(given as Record<string, unknown>)) {
    if (value === undefined || value === null) continue;
    if (!locationParts.includes(name as LocationPart))
      reader.fail(`location.${name} is not known: ${locationParts.join(', ')}`);
    else if (typeof value !== 'string' || value.length > 253)
      reader.fail(`location.${name} must be a string of at most 253 characters`);
    else location[name as LocationPart] = value.trim();
  }
  return location;
}
