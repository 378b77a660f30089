/**
 * A plugin's result, and the message for a pod that fits nowhere.
 * Models kube-scheduler/framework Status and kubernetes/pkg/scheduler/framework FitError.
 */

export type StatusCode =
  | 'Error'
  | 'Unschedulable'
  | 'UnschedulableAndUnresolvable'
  | 'Wait'
  | 'Skip'
  | 'Pending';

/** Anything but success, which is `undefined`. */
export interface Status {
  readonly code: StatusCode;
  readonly reasons: readonly string[];
  /** The plugin with this result; the framework sets it. */
  readonly plugin: string;
}

export const skip: Status = { code: 'Skip', reasons: [], plugin: '' };

export const unschedulable = (...reasons: readonly string[]): Status => ({
  code: 'Unschedulable',
  reasons,
  plugin: '',
});

/** Preempting pods would not help either. */
export const unresolvable = (...reasons: readonly string[]): Status => ({
  code: 'UnschedulableAndUnresolvable',
  reasons,
  plugin: '',
});

export const errorStatus = (...reasons: readonly string[]): Status => ({
  code: 'Error',
  reasons,
  plugin: '',
});

export const isRejected = (status: Status): boolean =>
  status.code === 'Unschedulable' ||
  status.code === 'UnschedulableAndUnresolvable' ||
  status.code === 'Pending';

/** Why no node fits. */
export interface Diagnosis {
  /** By node; a node that is not named failed with `absent`. */
  readonly nodeToStatus: ReadonlyMap<string, Status>;
  readonly absent: Status;
  readonly unschedulablePlugins: ReadonlySet<string>;
  readonly pendingPlugins: ReadonlySet<string>;
  /** Set when PreFilter rejected the pod as a whole. */
  readonly preFilterMessage: string;
  readonly postFilterMessage: string;
}

/** The message people read. Source: FitError.Error. */
export function fitErrorMessage(allNodes: number, diagnosis: Diagnosis): string {
  let text = `0/${allNodes} nodes are available:`;
  if (diagnosis.preFilterMessage !== '') text += ` ${diagnosis.preFilterMessage}.`;
  else {
    const reasons = reasonHistogram(allNodes, diagnosis);
    if (reasons.length > 0) text += ` ${reasons.join(', ')}.`;
  }
  return diagnosis.postFilterMessage === '' ? text : `${text} ${diagnosis.postFilterMessage}`;
}

function reasonHistogram(allNodes: number, diagnosis: Diagnosis): readonly string[] {
  const counts = new Map<string, number>();
  const count = (status: Status, times: number): void => {
    for (const reason of status.reasons) counts.set(reason, (counts.get(reason) ?? 0) + times);
  };
  for (const status of diagnosis.nodeToStatus.values()) count(status, 1);
  const absent = allNodes - diagnosis.nodeToStatus.size;
  if (absent > 0) count(diagnosis.absent, absent);
  return [...counts].map(([reason, times]) => `${times} ${reason}`).sort();
}
