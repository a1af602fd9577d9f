/** Prints each thing that was looked at as it is found, and remembers whether all was well. */
export function formatWhatWasSeen(): {
  step(text: string): void;
  see(what: string, isWell: boolean, figures?: string): void;
  isAllWell(): boolean;
} {
  let isAllWell = true;
  return {
    step: (text) => console.log(`\n${text}`),
    see(what, isWell, figures = '') {
      isAllWell &&= isWell;
      console.log(`  ${isWell ? 'ok  ' : 'FAIL'} ${what}${figures === '' ? '' : `: ${figures}`}`);
    },
    isAllWell: () => isAllWell,
  };
}
