/** How wide the characters from the space to `~` are in Verdana of 11 pixels, in hundredths of a pixel. */
const asciiWidths = [
  387, 433, 505, 900, 699, 1184, 799, 295, 500, 500, 699, 900, 400, 500, 400, 500, 699, 699, 699, 699, 699,
  699, 699, 699, 699, 699, 500, 500, 900, 900, 900, 600, 1100, 752, 754, 768, 848, 696, 632, 853, 827, 463,
  500, 762, 612, 927, 823, 866, 663, 866, 765, 752, 678, 805, 752, 1088, 754, 677, 754, 500, 500, 500, 900,
  699, 699, 661, 685, 573, 685, 655, 387, 685, 696, 302, 379, 651, 302, 1070, 696, 668, 685, 685, 469, 573,
  433, 696, 651, 900, 651, 651, 578, 698, 500, 698, 900,
];

/** Of what has no place in the table, the first that fits. Browsers stretch the text to what is estimated here. */
const otherWidths: readonly [characters: RegExp, width: number][] = [
  [/[\p{M}\p{Default_Ignorable_Code_Point}]/u, 0],
  [/\p{Extended_Pictographic}/u, 1400],
  [/[\p{sc=Han}\p{sc=Hang}\p{sc=Hira}\p{sc=Kana}\u3000-\u303f\uff01-\uff60]/u, 1100],
  [/\p{Lu}/u, 780],
  [/\p{Script=Cyrillic}/u, 720],
];

const otherWidth = 660;

/** How wide a text is, in pixels. A letter with an accent is as wide as without it. */
export function textWidth(text: string): number {
  let hundredths = 0;
  for (const character of text.normalize('NFC')) {
    const [base = ''] = character.normalize('NFD');
    hundredths +=
      asciiWidths[(base.codePointAt(0) ?? 0) - 32] ??
      otherWidths.find(([characters]) => characters.test(base))?.[1] ??
      otherWidth;
  }
  return hundredths / 100;
}
