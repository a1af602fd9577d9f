import { escapeText } from '../status-pages/page/html.ts';
import type { Badge } from './badge-words.ts';
import { textWidth } from './text-width.ts';

/** So many characters of a label are shown; the title has all. */
const mostShown = 50;

const paddingPx = 5;

/** A badge in the flat style of shields.io, 20 pixels high. Nothing in it runs or is loaded. */
export function drawBadge({ label, message, color }: Badge): string {
  const left = measured(clamped(label));
  const right = measured(message);
  const width = left.boxPx + right.boxPx;
  const title = escapeText(`${label}: ${message}`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    '<linearGradient id="s" x2="0" y2="100%"><stop offset="0" stop-color="#bbb" stop-opacity=".1"/><stop offset="1" stop-opacity=".1"/></linearGradient>',
    `<clipPath id="r"><rect width="${width}" height="20" rx="3" fill="#fff"/></clipPath>`,
    '<g clip-path="url(#r)">',
    `<rect width="${left.boxPx}" height="20" fill="#555"/>`,
    `<rect x="${left.boxPx}" width="${right.boxPx}" height="20" fill="${color}"/>`,
    `<rect width="${width}" height="20" fill="url(#s)"/>`,
    '</g>',
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" text-rendering="geometricPrecision" font-size="110">',
    written(left, left.boxPx / 2 + 1),
    written(right, left.boxPx + right.boxPx / 2 - 1),
    '</g></svg>',
  ].join('');
}

interface Measured {
  text: string;
  textPx: number;
  boxPx: number;
}

/** An odd number of pixels: what is centred is sharp then. */
function measured(text: string): Measured {
  const textPx = Math.floor(textWidth(text)) | 1;
  return { text: escapeText(text), textPx, boxPx: textPx + 2 * paddingPx };
}

/** A text with its shadow, in tenths of a pixel: small sizes are drawn more exactly so. */
function written({ text, textPx }: Measured, middlePx: number): string {
  const [x, length] = [Math.round(middlePx * 10), textPx * 10];
  const shadow = `<text aria-hidden="true" x="${x}" y="150" fill="#010101" fill-opacity=".3" transform="scale(.1)" textLength="${length}">${text}</text>`;
  return `${shadow}<text x="${x}" y="140" transform="scale(.1)" textLength="${length}">${text}</text>`;
}

function clamped(text: string): string {
  const characters = [...text];
  return characters.length <= mostShown ? text : `${characters.slice(0, mostShown - 1).join('')}…`;
}
