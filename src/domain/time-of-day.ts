/** Times of day as people write them, in minutes after midnight; `24:00` is the end of a day. */
export const timeOfDay = {
  parse(text: string): number | null {
    if (text === '24:00') return 24 * 60;
    const match = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text);
    return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
  },

  write(minutes: number): string {
    const two = (number: number) => String(number).padStart(2, '0');
    return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  },
} as const;
