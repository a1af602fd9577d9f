import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { channelTypes } from '../../src/channels/registry.ts';
import { channelSections, channelsPage, fieldsOf, marker } from './channels-page.ts';

test('docs/channels.md says what the folders of the channels say; npx node test/channels/channels-page.ts writes it anew', async () => {
  const page = readFileSync(channelsPage, 'utf8');
  expect(page.split(marker)[1]?.trim()).toBe((await channelSections()).trim());
});

test.each(channelTypes)('every field of %s is described', (type) => {
  for (const [name, { description }] of fieldsOf(type))
    expect([name, description]).toEqual([name, expect.stringMatching(/.\.$/)]);
});
