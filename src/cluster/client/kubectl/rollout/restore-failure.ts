/** How an undo fails. */
import { err } from '#base/result';
import { type Failure, fail, failureMessage } from '../failure.ts';

/** Source: rollback.go, the error of every rollbacker's patch. */
export const restoreFailure = (failure: Failure, revision: number) =>
  failure.kind === 'connection'
    ? err(failure)
    : fail(`failed restoring revision ${revision}: ${failureMessage(failure)}`);
