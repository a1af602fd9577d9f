import { describe, expect, it } from 'vitest';
import type { ChannelAbout } from '../../src/channels/channel-about.ts';
import { kindsOfChannels } from '../../src/channels/stored/kinds-of-channels.ts';
import { faultsOf } from '../../src/dashboard/acts/faults-of.ts';
import { kindFields } from '../../src/dashboard/channel-form/kind-fields.ts';
import { pointerOf, readSettings, removalOf } from '../../src/dashboard/channel-form/read-settings.ts';
import { wantedChange } from '../../src/dashboard/channel-form/wanted-change.ts';
import { filledIn } from '../channels/channels-page.ts';

const types = kindsOfChannels.all().map(({ type }) => type);

function fieldsOf(type: string) {
  const kind = kindsOfChannels.find(type);
  if (kind === null) throw new Error(`there is no kind ${type}`);
  return kindFields({ ...kind, secrets: [...kind.secrets] });
}

function filled(values: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  return form;
}

/** As a person types it. */
function typed(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : String(value);
}

describe('the form of a channel', () => {
  it.each(types)('asks for every field of its kind, in words: %s', (type) => {
    const fields = fieldsOf(type);
    const properties = Object.keys(kindsOfChannels.find(type)?.schema['properties'] as object);
    const asked = new Set(fields.map(({ path }) => path[0]));
    expect(properties.filter((name) => !asked.has(name) && !['events', 'limit'].includes(name))).toEqual([]);
    for (const { label, path, hint } of fields) {
      expect(label).toMatch(/^[A-Z]/);
      expect([path, hint.length > 0]).toEqual([path, true]);
    }
  });

  it.each(types)('sends what was typed as the example of the kind has it: %s', async (type) => {
    const { about } = (await import(`../../src/channels/${type}/about.ts`)) as { about: ChannelAbout };
    const { id: _, type: __, ...given } = filledIn(about.example);
    const form = filled({});
    for (const [name, value] of Object.entries(given)) {
      if (typeof value === 'object' && !Array.isArray(value) && value !== null)
        for (const [inner, each] of Object.entries(value)) form.append(`/${name}/${inner}`, typed(each));
      else if (value !== false) form.append(`/${name}`, value === true ? 'on' : typed(value));
    }
    const expected = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== false));
    expect(readSettings(form, fieldsOf(type), true)).toEqual(expected);
  });

  it('says nothing of a secret that was left empty, takes away what was emptied, and a secret only if asked', () => {
    const fields = fieldsOf('mattermost');
    const empty = filled({ '/url': '', '/channel': ' ', '/token': '' });
    expect(readSettings(empty, fields, false)).toEqual({ channel: null, subject: null, text: null });
    const removing = filled({ '/channel': 'ops', '/token': '', [removalOf(['token'])]: 'on' });
    expect(readSettings(removing, fields, false)).toMatchObject({ channel: 'ops', token: null });
    expect(readSettings(filled({ '/token': ' new ' }), fields, false)).toMatchObject({ token: 'new' });
  });

  it('keeps what stands in one field together, and takes it away together', () => {
    const fields = fieldsOf('email');
    const whole = { tokenUrl: 'https://login.example/token', clientId: 'a' };
    const form = filled({ '/oauth2/tokenUrl': whole.tokenUrl, '/oauth2/clientId': whole.clientId });
    expect(readSettings(form, fields, false)['oauth2']).toEqual(whole);
    expect('oauth2' in readSettings(filled({}), fields, false)).toBe(false);
    expect(readSettings(filled({ [removalOf(['oauth2'])]: 'on' }), fields, false)['oauth2']).toBe(null);
    const headers = filled({ '/headers': 'authorization: Bearer a:b\n x-team : ops ' });
    expect(readSettings(headers, fieldsOf('webhook'), true)).toEqual({
      headers: { authorization: 'Bearer a:b', 'x-team': 'ops' },
    });
  });

  it('asks for a change of the version that was seen, and for nothing of a new one that was not filled in', () => {
    const form = filled({
      ...{ '/id': ' chat ', '/events': 'health', '/limit': 'own', '/limit/burst': '3' },
      ...{ '/limit/perMinute': '2', '/match/service': 'shop-*', '/match/labels': 'team=a=b, tier' },
    });
    const common = {
      events: ['health'],
      limit: { burst: 3, perMinute: 2 },
      match: { service: 'shop-*', labels: { team: 'a=b', tier: '*' } },
    };
    expect(wantedChange(form, 'gotify', { url: 'x' }, { channelId: 'a', version: 'v1' })).toEqual({
      ...{ method: 'PATCH', path: '/api/channels/a', version: 'v1' },
      body: { url: 'x', ...common },
    });
    const made = wantedChange(filled({ '/id': ' chat ' }), 'gotify', { url: 'x' }, null);
    expect(made).toEqual({
      ...{ method: 'POST', path: '/api/channels' },
      body: { id: 'chat', type: 'gotify', url: 'x' },
    });
  });
});

describe('what the monitor refuses', () => {
  const pointers = ['/id', '/to', '/url', '/limit', '/limit/burst'].concat(pointerOf(['oauth2', 'clientId']));

  it('stands beside its field, the nearest one above it, or the first one within it', () => {
    const faults = faultsOf(
      [
        { pointer: '/to/1', message: 'must be a mail address' },
        { pointer: '/to', message: 'has too many' },
        { pointer: '/limit/burst', message: 'is too large' },
        { pointer: '/oauth2', message: 'is missing' },
      ],
      pointers,
    );
    expect(faults.at('/to')).toBe('must be a mail address; has too many');
    expect(faults.at('/limit/burst')).toBe('is too large');
    expect(faults.at('/limit')).toBeUndefined();
    expect(faults.at('/oauth2/clientId')).toBe('is missing');
    expect(faults.others).toEqual([]);
  });

  it('is said of the whole form where no field has it', () => {
    const found = faultsOf(
      [
        { pointer: '', message: 'has an unknown field' },
        { pointer: '/tone', message: 'is unknown' },
        { pointer: '/toto', message: 'is unknown' },
      ],
      pointers,
    );
    expect(found.others).toEqual(['has an unknown field', '/tone: is unknown', '/toto: is unknown']);
    expect(pointers.map((pointer) => found.at(pointer))).toEqual(pointers.map(() => undefined));
  });
});
