import type { CutOff, KeptHistory } from '../../domain/history/kept-history.ts';
import { historyText } from './history-text.ts';

const { ofTimes, toTimes } = historyText;

/** Stands for a day of which nothing is known, and for a cut-off without times. */
const nothing = '-';

type Past = Pick<KeptHistory, 'cutOff' | 'days'>;

/**
 * The counted days of a service in one text, and where its entries were cut off: `cut-off|first day|days`. Days that are the
 * same follow each other often, mostly whole days without trouble: they are written once, with their number.
 */
export const pastText = {
  of({ cutOff, days }: Past): string {
    const numbers = [...days.keys()];
    if (numbers.length === 0) return `${ofCutOff(cutOff)}|0|`;
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    const runs: { text: string; count: number }[] = [];
    for (let day = first; day <= last; day++) {
      const times = days.get(day);
      const text = times === undefined ? nothing : ofTimes(times);
      const run = runs.at(-1);
      if (run?.text === text) run.count++;
      else runs.push({ text, count: 1 });
    }
    const texts = runs.map(({ text, count }) => (count === 1 ? text : `${text}*${count}`));
    return `${ofCutOff(cutOff)}|${first}|${texts.join(',')}`;
  },

  /** Null: nothing was written yet. */
  to(text: string | null): Past {
    if (text === null) return { cutOff: null, days: new Map() };
    const [cutOff = nothing, first = '0', runs = ''] = text.split('|');
    const days: [number, ReturnType<typeof toTimes>][] = [];
    let day = Number(first);
    for (const run of runs === '' ? [] : runs.split(',')) {
      const [times = nothing, count = '1'] = run.split('*');
      for (let i = 0; i < Number(count); i++, day++) if (times !== nothing) days.push([day, toTimes(times)]);
    }
    return { cutOff: toCutOff(cutOff), days: new Map(days) };
  },
} as const;

/** `1795350000000 h12d34`, or `1795350000000` if its day was counted. */
function ofCutOff(cutOff: CutOff | null): string {
  if (cutOff === null) return nothing;
  const { atMs, times } = cutOff;
  return times === null ? String(atMs) : `${atMs} ${ofTimes(times)}`;
}

function toCutOff(text: string): CutOff | null {
  if (text === nothing) return null;
  const [at, times] = text.split(' ');
  return { atMs: Number(at), times: times === undefined ? null : toTimes(times) };
}
