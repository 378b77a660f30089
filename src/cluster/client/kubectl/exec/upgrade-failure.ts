/** Why streams could not be opened. Source: client-go transport/spdy and its roundtripper. */
import { type Failure, failureMessage } from '../failure.ts';

/**
 * A kubelet says no in plain text, and kubectl says what it wanted. That no kubelet answered is a
 * Status of the API server, without a reason, and is told as it is.
 */
export function upgradeFailure(failure: Failure): Failure {
  const isPlainText =
    failure.kind === 'status' &&
    failure.status.reason !== undefined &&
    (failure.status.code ?? 0) >= 500;
  if (!isPlainText) return failure;
  return { kind: 'error', message: `unable to upgrade connection: ${failureMessage(failure)}` };
}
