import type { SettingReader } from './setting-reader.ts';

/** As the monitor takes them. */
const mostLabels = 20;
const labelName = /^[a-z0-9][a-z0-9_./-]{0,62}$/;
const longestValue = 128;
/** Of the 16 KiB that the monitor takes; the rest is for what the SDK says itself. */
const largestBytes = 15 * 1024;

/** A copy of the labels of the service, so that a later change in the host cannot break a registration. */
export function readLabels(
  reader: SettingReader,
  labels: unknown,
  metadata: Readonly<Record<string, unknown>>,
): Readonly<Record<string, string>> {
  if (labels === undefined || labels === null) return {};
  if (typeof labels !== 'object' || Array.isArray(labels)) {
    reader.fail('labels must be an object');
    return {};
  }
  const copy: Record<string, string> = {};
  for (const [name, value] of Object.entries(labels)) {
    if (!labelName.test(name))
      reader.fail(
        `labels: "${name}" must be 1 to 63 of a-z, 0-9, "_", ".", "-" and "/", and begin with a letter or digit`,
      );
    else if (typeof value !== 'string' || value === '' || [...value].length > longestValue)
      reader.fail(`labels: the value of "${name}" must be a text of 1 to ${longestValue} characters`);
    else copy[name] = value;
  }
  if (Object.keys(labels).length > mostLabels) reader.fail(`labels has more than ${mostLabels} names`);
  if (Buffer.byteLength(JSON.stringify({ ...metadata, labels: copy })) > largestBytes)
    reader.fail(`metadata and labels are larger than ${largestBytes / 1024} KiB together`);
  return copy;
}
