/** Where a reader is: the run as it is known, and the cursor in it. */
import type { FactId } from '#trace/fact';
import type { Step } from './steps.ts';
import type { TraceLog } from './trace-log.ts';

export interface Here {
  readonly log: TraceLog;
  readonly cursor: FactId;
  readonly steps: readonly Step[];
}
