/**
 * What takes no place on a screen, or cannot be told from nothing: two names with it and without it would look alike.
 * Unicode calls most of it default-ignorable; beside that the empty Braille cell, fillers of text by agreement and what
 * is no character at all.
 */
const hidden =
  /[\p{Default_Ignorable_Code_Point}\p{Co}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\uFFF9-\uFFFB]/u;

/** An emoji says with it that it is one: its picture is another without. */
const presentation = /(?<=[\p{Extended_Pictographic}0-9#*])[\uFE0E\uFE0F]/gu;

/** Joins the parts of an emoji. */
const joined =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/gu;

/** Shapes letters, in scripts whose letters join. */
const shaping =
  /(?<=[\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Khmr}\p{sc=Mymr}])[\u200C\u200D]/gu;

/** More marks than any script puts on a letter: they would cover the lines above. */
const heaped = /\p{M}{9}/u;

/** Whether a text has characters that nobody sees, or sees for what they are. */
export function hasHiddenCharacters(text: string): boolean {
  const plain = text.replace(joined, '').replace(presentation, '').replace(shaping, '');
  return hidden.test(plain) || heaped.test(plain);
}
