/** What our own fields are called. */
const fieldName = /^[A-Za-z]{1,40}$|^\d{1,5}$/;

/**
 * The JSON pointer to a place in a body. It ends before the first name that cannot be one of our fields: an answer
 * never repeats what a caller made up.
 */
export function pointerTo(path: readonly (string | number)[]): string {
  const names = path.map(String);
  const foreign = names.findIndex((name) => !fieldName.test(name));
  return (foreign === -1 ? names : names.slice(0, foreign)).map((name) => `/${name}`).join('');
}
