/** So many write the same thing at once that this writer never came through; nothing was written. */
export class ContentionError extends Error {}
