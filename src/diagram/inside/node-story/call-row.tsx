/** One call from the kubelet to its runtime, at the height of what it makes. */
import type { ReactNode } from 'react';
import type { CriCallScene, PodScene } from '#player/scene';

export interface CallRowProps {
  readonly row: 1 | 2 | 3 | 4;
  readonly method: string;
  /** The answer of the runtime, in a word. */
  readonly answer: string | undefined;
  readonly pod: PodScene | undefined;
}

export function CallRow({ row, method, answer, pod }: CallRowProps): ReactNode {
  const call = pod?.criCalls.findLast((made) => made.method === method);
  return (
    <div className={`call-row row-${row} ${stateOf(pod, call)}`}>
      <b>{method}</b>
      <span className="call-line" aria-hidden="true" />
      <span className="call-answer">
        <code className="answered">{call?.returnedAt === undefined ? '' : answer}</code>
        <span>{call === undefined ? '' : durationOf(call)}</span>
      </span>
    </div>
  );
}

/** The last call of a sync that still runs is the present one. */
function stateOf(pod: PodScene | undefined, call: CriCallScene | undefined): string {
  if (call === undefined) return 'ahead';
  if (call.failed) return 'failed';
  const last = pod?.criCalls.findLast(({ method }) => acts.test(method));
  return call === last && pod?.syncStep !== undefined ? 'now' : 'past';
}

/** Calls that make something or end it; the others only look. */
const acts = /^(Run|Pull|Create|Start|Stop|Remove)/;

function durationOf({ calledAt, returnedAt }: CriCallScene): string {
  return returnedAt === undefined ? '…' : `${((returnedAt - calledAt) / 1000).toFixed(1)} ms`;
}
