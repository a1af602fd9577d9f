import type { FaultCase, Scene } from './fault-case.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { judgeCase, type Verdict } from './judge/judge-case.ts';
import { settle } from './settle.ts';
import { Nemesis } from './stage/nemesis.ts';
import { openStage } from './stage/open-stage.ts';
import { defaultOptions } from './stage/stage-options.ts';

export interface CaseResult {
  name: string;
  title: string;
  seconds: number;
  verdict: Verdict | null;
  stallMs: number;
  /** Everything that must not be; empty: all was right. */
  mistakes: string[];
  /** What the nodes said, for who must find out why. */
  printed: string;
}

export interface RunOptions {
  isShort: boolean;
  /** Four busy processes take the CPU away while the fault goes on. */
  isBusy: boolean;
  seed: number;
}

/** Plays one fault on a stage of its own and judges what came of it. */
export async function runCase(
  faultCase: FaultCase,
  { isShort, isBusy, seed }: RunOptions,
  say: (text: string) => void,
): Promise<CaseResult> {
  const startedAtMs = performance.now();
  const options = { ...defaultOptions, ...faultCase.options };
  const stage = await openStage(options);
  // Who ends the suite early must not leave its processes behind.
  const abandon = () => void stage.close().finally(() => process.exit(1));
  process.once('SIGINT', abandon).once('SIGTERM', abandon);
  const scene: Scene = { stage, nemesis: new Nemesis(stage), isShort, seed, say };
  let verdict: Verdict | null = null;
  const mistakes: string[] = [];
  let stallMs = 0;
  try {
    await scene.nemesis.untilHealthy();
    const calm = isBusy ? scene.nemesis.takeCpu() : null;
    await faultCase.run(scene).finally(calm);
    await settle(scene, faultCase);
    stallMs = stage.longestStallMs();
    const evidence = await gatherEvidence(stage, faultCase);
    verdict = judgeCase(evidence);
    mistakes.push(...verdict.mistakes.map(({ kind, text }) => `${kind}: ${text}`));
    mistakes.push(...((await faultCase.check?.(evidence, scene)) ?? []));
  } catch (error) {
    mistakes.push(error instanceof Error ? error.message : String(error));
  }
  const printed = [...stage.apis, ...stage.workers].map((node) => node.printed()).join('\n---\n');
  process.off('SIGINT', abandon).off('SIGTERM', abandon);
  await stage.close();
  const { name, title } = faultCase;
  return {
    name,
    title,
    seconds: (performance.now() - startedAtMs) / 1000,
    verdict,
    stallMs,
    mistakes,
    printed,
  };
}
