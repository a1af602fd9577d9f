import { totalmem } from 'node:os';

/** Bytes this process may use: the container's limit, else the machine's memory. */
export function memoryLimit(): number {
  const machine = totalmem();
  // "No limit" is 0 in some versions and a number beyond any machine in others.
  const limit = process.constrainedMemory();
  return limit > 0 && limit < machine ? limit : machine;
}
