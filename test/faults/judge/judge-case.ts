import type { Evidence, MistakeKind } from './evidence.ts';
import { judgeAnswers } from './judge-answers.ts';
import { judgeDowns } from './judge-downs.ts';
import { judgeIncidents } from './judge-incidents.ts';
import { judgeMessages } from './judge-messages.ts';

/** What came of a case. */
export interface Verdict {
  outages: number;
  found: number;
  /** The latest Down after its deadline in view; null: nobody had to be Down. */
  latestMs: number | null;
  messages: number;
  repeated: number;
  /** What the operator was told to be wrong with the monitor itself. */
  causes: string[];
  beats: number;
  refused: number;
  /** Heartbeats answered 200 within two seconds before Redis was killed that it had not written yet. */
  unflushed: number;
  slowestAwayMs: number | null;
  mistakes: { kind: MistakeKind; text: string }[];
}

export function judgeCase(evidence: Evidence): Verdict {
  const downs = judgeDowns(evidence);
  const incidents = judgeIncidents(evidence);
  const messages = judgeMessages(evidence);
  const answers = judgeAnswers(evidence);
  return {
    outages: incidents.outages,
    found: downs.latenessMs.length,
    latestMs: downs.latenessMs.length > 0 ? Math.round(Math.max(...downs.latenessMs)) : null,
    messages: messages.expected,
    repeated: messages.repeated,
    causes: messages.causes,
    beats: answers.sent,
    refused: answers.sent - answers.taken,
    unflushed: answers.unflushed,
    slowestAwayMs: answers.slowestAwayMs,
    mistakes: [downs, incidents, messages, answers].flatMap((findings) => findings.mistakes),
  };
}
