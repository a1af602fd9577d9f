import { describe, expect, it } from 'vitest';
import { toMap, withStatus } from '../../src/dashboard/map/fleet.ts';
import { groupCells } from '../../src/dashboard/map/group-cells.ts';
import { cellAt, layOutCells, placeOfCell } from '../../src/dashboard/map/lay-out-cells.ts';
import { addressOfMap, readMapRoute } from '../../src/dashboard/map/map-address.ts';
import { readMap } from '../../src/dashboard/map/read-map.ts';
import { stepToCell } from '../../src/dashboard/map/step-to-cell.ts';
import { ReadFailure } from '../../src/dashboard/monitor/read-failure.ts';
import type { InstanceSummary } from '../../src/dashboard/monitor/wire-types.ts';
import type { Asking } from '../../src/dashboard/page/page-types.ts';
import { at } from './things.ts';

const instance = (n: number, change: Partial<InstanceSummary> = {}): InstanceSummary => ({
  ...{
    instanceId: `i${n}`,
    instanceKey: `key-${String(n).padStart(5, '0')}`,
    serviceId: 's',
    serviceName: 'shop',
  },
  ...{ environment: 'production', status: 'Healthy', since: at(0), host: `host-${n % 3}`, zone: null },
  ...change,
});
const fleetOf = (count: number) =>
  toMap(
    Array.from({ length: count }, (_, n) => instance(n)),
    { environment: '', readAtMs: 0 },
  );
const space = { width: 1_000, height: 800 };

describe('the cells of the map', () => {
  it('stand together by what was chosen, and those without it at the end', () => {
    const { fleet } = toMap(
      [
        instance(0, { zone: null }),
        instance(1, { zone: 'b' }),
        instance(2, { zone: 'a10' }),
        instance(3, { zone: 'a9' }),
      ],
      {
        ...{ environment: '', readAtMs: 0 },
      },
    );
    expect(fleet && groupCells(fleet, 'zone').map(({ name }) => name)).toEqual(['a9', 'a10', 'b', '']);
  });

  it('fit into one picture, ten thousand of them, whether in three groups or in a thousand', () => {
    for (const groups of [3, 1_000]) {
      const cells = Array.from({ length: groups }, (_, g) => ({
        name: `g${g}`,
        cells: Array.from({ length: Math.floor(10_000 / groups) }, (_, n) => g * 10_000 + n),
      }));
      const layout = layOutCells(cells, space);
      expect(layout.height).toBeLessThanOrEqual(space.height);
      expect(layout.size).toBeGreaterThanOrEqual(5);
      expect(
        Math.max(...layout.blocks.map(({ left, columns }) => left + columns * layout.size)),
      ).toBeLessThanOrEqual(space.width);
    }
  });

  it('are found where they were put', () => {
    const { fleet } = fleetOf(50);
    const layout = layOutCells(fleet === null ? [] : groupCells(fleet, 'host'), space);
    for (let cell = 0; cell < 50; cell++) {
      const place = placeOfCell(layout, cell);
      expect(place && cellAt(layout, place.left + 1, place.top + 1)).toBe(cell);
    }
    expect(cellAt(layout, -1, -1)).toBeNull();
  });

  it('are reached by the arrow keys, over the edge of a group too', () => {
    const layout = {
      blocks: [
        { cells: [0, 1, 2, 3, 4], columns: 2 },
        { cells: [5, 6], columns: 2 },
      ],
    } as unknown as Parameters<typeof stepToCell>[0];
    expect(stepToCell(layout, null, 'ArrowRight')).toBe(0);
    expect(stepToCell(layout, 4, 'ArrowRight')).toBe(5);
    expect(stepToCell(layout, 1, 'ArrowDown')).toBe(3);
    expect(stepToCell(layout, 4, 'ArrowDown')).toBe(5);
    expect(stepToCell(layout, 5, 'ArrowUp')).toBe(4);
    expect(stepToCell(layout, 0, 'ArrowLeft')).toBe(0);
    expect(stepToCell(layout, 3, 'End')).toBe(6);
    expect(stepToCell(layout, 3, 'x')).toBeNull();
  });
});

it('an event changes one cell in its place; an instance that is not on the map has it read again', () => {
  const map = fleetOf(3);
  const after = withStatus(map, { instanceId: 'i1', status: 'Down', since: at(9) });
  expect(after).toMatchObject({ statuses: ['Healthy', 'Down', 'Healthy'], isOld: false });
  expect(after.fleet).toBe(map.fleet);
  expect(withStatus(map, { instanceId: 'new', status: 'Healthy', since: at(9) }).isOld).toBe(true);
});

describe('the fleet', () => {
  const signal = new AbortController().signal;
  const clientOf = (answer: () => unknown) => {
    const asked: string[] = [];
    const one = async (_kind: string, path: string) => {
      asked.push(path);
      return answer() as never;
    };
    return { asked, client: { one, list: () => Promise.reject(new Error('no list')) } as unknown as Asking };
  };

  it('is read once for as long as events tell its changes', async () => {
    const { asked, client } = clientOf(() => [instance(1)]);
    const first = await readMap(client, { environment: 'a&b', detailBefore: null }, signal);
    const changed = withStatus(first, { instanceId: 'i1', status: 'Down', since: at(9) });
    expect(await readMap(client, { environment: 'a&b', detailBefore: changed }, signal)).toBe(changed);
    expect(asked).toEqual(['/api/instances?environment=a%26b']);
    await readMap(client, { environment: '', detailBefore: changed }, signal);
    expect(asked).toHaveLength(2);
  });

  it('that is too large for one answer is no failure', async () => {
    const { client } = clientOf(() => {
      throw new ReadFailure('invalid', 'too many');
    });
    expect(await readMap(client, { environment: '', detailBefore: null }, signal)).toMatchObject({
      fleet: null,
    });
  });
});

it('the address says how the map is looked at', () => {
  expect(readMapRoute('#/map?by=host&environment=a%26b')).toEqual({
    page: 'map',
    by: 'host',
    environment: 'a&b',
  });
  expect(readMapRoute('#/map?by=nonsense')).toEqual({ page: 'map', by: 'environment', environment: '' });
  expect(addressOfMap({ by: 'host', environment: 'a&b' })).toBe('#/map?by=host&environment=a%26b');
  expect(addressOfMap({ by: 'environment', environment: '' })).toBe('#/map');
});
