import uPlot from 'uplot';
import type { Columns } from './align-points.ts';
import type { Mark } from './marks-of.ts';

/** This file and uPlot are loaded when the first chart is opened. */

export interface ChartData {
  columns: Columns;
  marks: readonly Mark[];
  fromS: number;
  toS: number;
}

export interface Chart {
  show(data: ChartData): void;
  remove(): void;
}

const height = 150;

/** Draws lines over time into an element, as wide as that is, in the colours that it has now and later. */
export function drawChart(
  place: HTMLElement,
  first: ChartData,
  { format, onPoint }: { format: (value: number) => string; onPoint(index: number | null): void },
): Chart {
  let data = first;
  let plot = create();

  function create(): uPlot {
    const style = getComputedStyle(place);
    const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
    const font = `12px ${style.fontFamily}`;
    const axis = {
      stroke: colour('soft'),
      font,
      ticks: { show: false },
      grid: { stroke: colour('line'), width: 1 },
    };
    return new uPlot(
      {
        ...{
          width: Math.max(120, place.clientWidth),
          height,
          legend: { show: false },
          padding: [14, 8, 0, 0],
        },
        cursor: { y: false, sync: { key: 'charts' }, drag: { x: false, y: false }, points: { size: 6 } },
        scales: {
          x: { time: true, range: () => [data.fromS, data.toS] },
          y: { range: (_plot, _least, most) => [0, most > 0 ? most * 1.1 : 1] },
        },
        axes: [
          { ...axis, size: 28, space: 60, values: (_plot, times) => times.map(clock) },
          { ...axis, size: 62, space: 32, values: (_plot, values) => values.map(format) },
        ],
        series: [
          {},
          ...data.columns.slice(1).map((_, i) => ({
            ...{ stroke: colour(`line-${i + 1}`), width: 1.75, spanGaps: false },
          })),
        ],
        hooks: {
          draw: [
            (drawn) => drawMarks(drawn, data.marks, { font, outage: colour('down'), deploy: colour('link') }),
          ],
          setCursor: [(drawn) => onPoint(drawn.cursor.idx ?? null)],
        },
      },
      data.columns,
      place,
    );
  }

  function drawAnew(): void {
    plot.destroy();
    plot = create();
  }

  const watching = new ResizeObserver(() =>
    plot.setSize({ width: Math.max(120, place.clientWidth), height }),
  );
  watching.observe(place);
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', drawAnew);
  return {
    show(next) {
      const isSame = next.columns.length === data.columns.length;
      data = next;
      if (isSame) plot.setData(data.columns);
      else drawAnew();
    },
    remove() {
      watching.disconnect();
      dark.removeEventListener('change', drawAnew);
      plot.destroy();
    },
  };
}

function clock(atS: number): string {
  const date = new Date(atS * 1000);
  return [date.getHours(), date.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

/** A line from top to bottom for each mark, with a few letters above. */
function drawMarks(
  plot: uPlot,
  marks: readonly Mark[],
  look: { font: string; outage: string; deploy: string },
): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.font = look.font.replace('12px', `${11 * ratio}px`);
  ctx.lineWidth = ratio;
  for (const { atS, kind, short } of marks) {
    const x = Math.round(plot.valToPos(atS, 'x', true));
    ctx.strokeStyle = ctx.fillStyle = look[kind];
    ctx.setLineDash(kind === 'deploy' ? [4 * ratio, 3 * ratio] : []);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const text = short.slice(0, 14);
    const isLeft = x + ctx.measureText(text).width > bbox.left + bbox.width;
    ctx.textAlign = isLeft ? 'right' : 'left';
    ctx.fillText(text, x, bbox.top - 3 * ratio);
  }
  ctx.restore();
}
