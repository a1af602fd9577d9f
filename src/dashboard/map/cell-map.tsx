import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { CellName } from './cell-name.tsx';
import { drawCells } from './draw-cells.ts';
import type { Fleet, MapDetail } from './fleet.ts';
import type { CellGroup } from './group-cells.ts';
import { cellAt, layOutCells, placeOfCell } from './lay-out-cells.ts';
import { stepToCell } from './step-to-cell.ts';

interface Props {
  map: MapDetail & { fleet: Fleet };
  groups: readonly CellGroup[];
}

const leastHeight = 320;

/** All instances as cells on one canvas. A pointer or the arrow keys name one, a click or Enter leads to it. */
export function CellMap({ map, groups }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const space = useSpace(place);
  const scheme = useScheme();
  const [current, point] = useState<{ cell: number; isByKey: boolean } | null>(null);
  const { fleet, statuses, sinces } = map;
  const layout = useMemo(() => layOutCells(groups, space), [groups, space]);
  useLayoutEffect(() => {
    if (canvas.current !== null && space.width > 0) drawCells(canvas.current, layout, statuses);
  }, [layout, statuses, scheme]);
  // Who points at a place points at another cell when the cells move.
  useEffect(() => point(null), [layout]);
  const open = (cell: number | null) => {
    const instance = cell === null ? undefined : fleet.cells[cell];
    if (instance !== undefined) location.hash = `#/instances/${instance.instanceId}`;
  };
  const under = (event: MouseEvent) => {
    const box = canvas.current?.getBoundingClientRect();
    return box === undefined ? null : cellAt(layout, event.clientX - box.left, event.clientY - box.top);
  };
  const at = current === null ? null : placeOfCell(layout, current.cell);
  return (
    <div
      ref={place}
      class="cell-map"
      role="application"
      aria-label={`Map of ${fleet.cells.length} instances. The arrow keys lead from one to the next, Enter opens it. The same stands as a list below.`}
      tabIndex={0}
      onPointerMove={(event) => {
        const cell = under(event);
        if (cell !== (current?.cell ?? null)) point(cell === null ? null : { cell, isByKey: false });
      }}
      onPointerLeave={() => point(null)}
      onClick={(event) => open(under(event))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') return open(current?.cell ?? null);
        if (event.key === 'Escape') return point(null);
        const cell = stepToCell(layout, current?.cell ?? null, event.key);
        if (cell === null) return;
        event.preventDefault();
        point({ cell, isByKey: true });
      }}
    >
      <canvas ref={canvas} class={current === null ? '' : 'pointed'} aria-hidden="true" />
      {at !== null && <div class="cell-mark" aria-hidden="true" style={boxOf(at, layout.size)} />}
      <div
        class="cell-said"
        aria-live={current?.isByKey === true ? 'polite' : 'off'}
        style={saidAt(at, layout)}
      >
        {current !== null && (
          <CellName
            instance={fleet.cells[current.cell]}
            status={statuses[current.cell]}
            since={sinces[current.cell]}
          />
        )}
      </div>
    </div>
  );
}

function boxOf({ left, top }: { left: number; top: number }, size: number) {
  return { left: `${left - 2}px`, top: `${top - 2}px`, width: `${size + 2}px`, height: `${size + 2}px` };
}

/** Beside the cell, on the side on which there is more room. */
function saidAt(at: { left: number; top: number } | null, { width, size }: { width: number; size: number }) {
  if (at === null) return {};
  const top = `${at.top + size + 8}px`;
  return at.left < width / 2 ? { top, left: `${at.left}px` } : { top, right: `${width - at.left - size}px` };
}

/** How much room there is for the map: to the lower edge of the window, if it is not too low. */
function useSpace(place: { current: HTMLDivElement | null }): { width: number; height: number } {
  const [space, setSpace] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = () => {
      const top = element.getBoundingClientRect().top + window.scrollY;
      const height = Math.max(leastHeight, window.innerHeight - top - 72);
      const width = element.clientWidth;
      setSpace((last) => (last.width === width && last.height === height ? last : { width, height }));
    };
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(element);
    window.addEventListener('resize', measure);
    return () => {
      watching.disconnect();
      window.removeEventListener('resize', measure);
    };
  }, []);
  return space;
}

/** Whether the page is dark; a canvas does not change its colours by itself. */
function useScheme(): boolean {
  const [isDark, setDark] = useState(false);
  useEffect(() => {
    const query = window.matchMedia('(prefers-color-scheme: dark)');
    const change = () => setDark(query.matches);
    change();
    query.addEventListener('change', change);
    return () => query.removeEventListener('change', change);
  }, []);
  return isDark;
}
