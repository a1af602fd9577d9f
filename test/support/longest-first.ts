import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes more than fifteen seconds, longest first. It begins first: begun last, everything waits for it. */
const long = [
  'e2e/every-channel',
  'dashboard/when-answers-fail',
  'simulation/simulation',
  'examples/languages',
  'e2e/deadman',
  'dashboard/appearance',
  'e2e/maintenance',
  'commands/monitor-commands',
  'http/floods',
  'e2e/reminders',
  'commands/what-happens',
  'e2e/removed-channel',
  'e2e/impaired',
  'commands/backup',
  'http/tick',
  'simulation/people/people',
  'actors/telling/late-telling',
  'e2e/failover',
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
