import { useLayoutEffect, useState } from 'preact/hooks';

/** A row is as high as this share of the window; wall.css says the same. */
const rowShare = 0.083;

/** Below it, one column is too narrow for a name. */
const leastColumnPx = 560;

interface Room {
  rows: number;
  columns: number;
}

/** How many rows fit into an element; two columns if one is not enough. */
export function useRoom(place: { current: HTMLElement | null }, wanted: number): Room {
  const [box, setBox] = useState({ width: 0, height: 0, rowPx: 1 });
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const measure = () =>
      setBox({
        width: element.clientWidth,
        height: element.clientHeight,
        rowPx: rowShare * window.innerHeight,
      });
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  const rows = Math.max(1, Math.floor(box.height / box.rowPx));
  return { rows, columns: wanted > rows && box.width >= 2 * leastColumnPx ? 2 : 1 };
}
