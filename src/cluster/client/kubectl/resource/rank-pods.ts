/**
 * Ranks pods for commands that use one of several pods: the best comes first.
 *
 * Models k8s.io/kubectl pkg/util/podutils podutils.go ByLogging, and ActivePods in reverse. A phase
 * that neither of them names counts as running for logs and as pending for a session.
 */
import type { Pod } from '#k8s.io/api/core/v1';

export type PodUse = 'logs' | 'session';

/** Sorts by: has a node, phase, ready, ready for longer, restarts, age. */
export const byUse =
  (use: PodUse) =>
  (a: Pod, b: Pod): number => {
    const [x, y] = [marks(a, use), marks(b, use)];
    const at = x.findIndex((mark, index) => mark !== y[index]);
    return at < 0 ? 0 : (x[at] ?? '') < (y[at] ?? '') ? -1 : 1;
  };

const phases: readonly (string | undefined)[] = ['Running', 'Unknown', 'Pending'];

function marks({ metadata, spec, status }: Pod, use: PodUse): readonly (string | number)[] {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  const isReady = ready?.status === 'True';
  const restarts = Math.max(
    0,
    ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount),
  );
  const phase = phases.indexOf(status?.phase);
  const unnamed = use === 'logs' ? 0 : 2;
  return [
    spec.nodeName === undefined ? 1 : 0,
    phase < 0 ? unnamed : phase,
    isReady ? 0 : 1,
    isReady ? String(ready?.lastTransitionTime ?? '~') : '',
    use === 'logs' ? -restarts : restarts,
    metadata.creationTimestamp ?? '~',
  ];
}
