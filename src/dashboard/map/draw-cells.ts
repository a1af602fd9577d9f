import { visibleText } from '../wording/visible-text.ts';
import type { Layout } from './lay-out-cells.ts';

/** Draws all cells on a canvas, in the colours that the page has. Those in trouble have a shape as well. */
export function drawCells(canvas: HTMLCanvasElement, layout: Layout, statuses: readonly string[]): void {
  const startedAtMs = performance.now();
  const context = canvas.getContext('2d');
  if (context === null) return;
  const ratio = window.devicePixelRatio;
  const { width, height } = layout;
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const colour = (name: string) => style.getPropertyValue(`--${name}`).trim();
  if (layout.hasNames) drawNames(context, layout, { colour: colour('soft'), family: style.fontFamily });
  drawAll(context, layout, statuses, colour);
  // To be looked at by whoever measures.
  canvas.dataset['drawnInMs'] = (performance.now() - startedAtMs).toFixed(1);
}

function drawNames(
  context: CanvasRenderingContext2D,
  { blocks }: Layout,
  look: { colour: string; family: string },
): void {
  context.fillStyle = look.colour;
  context.font = `13px ${look.family}`;
  context.textBaseline = 'alphabetic';
  for (const { name, left, top, width } of blocks)
    context.fillText(shorten(context, name === '' ? 'Others' : visibleText(name), width), left, top - 6);
}

function shorten(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  let length = Math.min(text.length - 1, Math.floor(width / 4));
  while (length > 0 && context.measureText(`${text.slice(0, length)}…`).width > width) length--;
  return `${text.slice(0, length)}…`;
}

const known = new Set(['down', 'degraded', 'recovered', 'pending', 'healthy']);

function drawAll(
  context: CanvasRenderingContext2D,
  { blocks, size }: Layout,
  statuses: readonly string[],
  colour: (name: string) => string,
): void {
  const inner = size > 5 ? size - 2 : size - 1;
  const colours = new Map<string, string>();
  const crossed: [x: number, y: number][] = [];
  let last = '';
  for (const { cells, columns, left, top } of blocks) {
    for (const [i, cell] of cells.entries()) {
      const status = statuses[cell] ?? '';
      if (status !== last) {
        last = status;
        const name = known.has(status.toLowerCase()) ? status.toLowerCase() : 'line';
        let paint = colours.get(name);
        if (paint === undefined) colours.set(name, (paint = colour(name)));
        context.fillStyle = paint;
        // The many that are well stand back behind the few that are not.
        context.globalAlpha = name === 'healthy' ? 0.5 : 1;
      }
      const x = left + (i % columns) * size;
      const y = top + Math.floor(i / columns) * size;
      // A late one is lower, so that nobody has to tell amber from red.
      if (status === 'Degraded') context.fillRect(x, y + inner / 3, inner, inner - inner / 3);
      else context.fillRect(x, y, inner, inner);
      if (status === 'Down' && size > 7) crossed.push([x, y]);
    }
  }
  context.globalAlpha = 1;
  drawCrosses(context, crossed, { inner, colour: colour('ground') });
}

function drawCrosses(
  context: CanvasRenderingContext2D,
  places: readonly [x: number, y: number][],
  { inner, colour }: { inner: number; colour: string },
): void {
  context.strokeStyle = colour;
  context.lineWidth = Math.max(1, inner / 7);
  context.beginPath();
  const [near, far] = [inner * 0.25, inner * 0.75];
  for (const [x, y] of places) {
    context.moveTo(x + near, y + near);
    context.lineTo(x + far, y + far);
    context.moveTo(x + far, y + near);
    context.lineTo(x + near, y + far);
  }
  context.stroke();
}
