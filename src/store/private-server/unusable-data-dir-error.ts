/** There is no data directory and none can be made where the configuration says: another start would not help. */
export class UnusableDataDirError extends Error {
  override readonly name = 'UnusableDataDirError';

  constructor(dir: string, why: string) {
    super(`cannot create the directory of MONITOR_DATA_DIR: ${dir} (${why})`);
  }
}
