import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes more than fifteen seconds, longest first. It begins first: begun last, everything waits for it. */
const long = [
  'e2e/deadman',
  'examples/languages',
  'dashboard/when-answers-fail',
  'e2e/failover',
  'commands/backup',
  'http/floods',
  'e2e/hung-primary',
  'e2e/removed-channel',
  'commands/monitor-commands',
  'e2e/ending',
  'simulator/simulate',
  'e2e/impaired',
  'http/tick',
  'e2e/keys-last',
  'commands/backup-cluster',
].map((name) => `test/${name}.test.ts`);

/** Vitest goes by how long files took before; on a fresh machine it knows only how large they are. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification) => {
      const found = long.indexOf(relative(this.ctx.config.root, moduleId));
      return found < 0 ? long.length : found;
    };
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
