/** Why streams could not be opened. Source: client-go transport/spdy and its roundtripper. */
import { type Failure, failureMessage } from '../failure.ts';

/**
 * A kubelet refuses in plain text, and kubectl adds what it tried. If no kubelet answered, the API
 * server returns a Status without a reason, which is printed as it is.
 */
export function upgradeFailure(failure: Failure): Failure {
  const isPlainText =
    failure.kind === 'status' &&
    failure.status.reason !== undefined &&
    (failure.status.code ?? 0) >= 500;
  if (!isPlainText) return failure;
  return { kind: 'error', message: `unable to upgrade connection: ${failureMessage(failure)}` };
}
