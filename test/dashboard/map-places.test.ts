import { describe, expect, it } from 'vitest';
import { mapPlaces } from '../../src/dashboard/incidents/map-places.ts';
import type { Instance } from '../../src/dashboard/monitor/wire-types.ts';
import { anInstance } from './things.ts';

const nowhere = anInstance().location;
const on = (host: string | null, zone: string | null, status: Instance['status'], hostname = 'name') =>
  anInstance({ status, hostname, location: { ...nowhere, host, zone } });

describe('the map of where services run', () => {
  it('has a cell for each machine below its zone, worst first, with how its instances are', () => {
    const map = mapPlaces([
      on('h10', 'b', 'Healthy'),
      on('h2', 'b', 'Healthy'),
      on('h7', 'b', 'Healthy'),
      on('h7', 'b', 'Down'),
      on('h7', 'b', 'Down'),
      on('h1', 'a', 'Degraded'),
    ]);
    expect(map).toEqual([
      { name: 'a', places: [{ host: 'h1', status: 'Degraded', counts: [['Degraded', 1]] }] },
      {
        name: 'b',
        places: [
          {
            ...{ host: 'h7', status: 'Down' },
            counts: [
              ['Down', 2],
              ['Healthy', 1],
            ],
          },
          { host: 'h2', status: 'Healthy', counts: [['Healthy', 1]] },
          { host: 'h10', status: 'Healthy', counts: [['Healthy', 1]] },
        ],
      },
    ]);
  });

  it('takes the name of the host where nothing better is known, and leaves out what is gone', () => {
    const map = mapPlaces([
      on(null, null, 'Down', 'web-1'),
      on('old', 'b', 'Stopped'),
      on('old', 'b', 'Expired'),
    ]);
    expect(map).toEqual([{ name: '', places: [{ host: 'web-1', status: 'Down', counts: [['Down', 1]] }] }]);
  });
});
