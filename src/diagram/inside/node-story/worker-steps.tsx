/** What a Pod's worker does: from hearing of it to reporting it, or until nothing of it is left. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import type { PodScene } from '#player/scene';

const order = [
  'start',
  'status',
  'network-ready',
  'register-secrets',
  'cgroups',
  'mirror-pod',
  'data-dirs',
  'wait-for-volumes',
  'pull-secrets',
  'probes',
  'runtime-sync',
];
/** What leads to a Pod that runs. */
const beginning = [
  'start',
  'cgroups',
  'data-dirs',
  'wait-for-volumes',
  'compared',
  'cri',
  'report',
] as const;
/** What leads to nothing of it: SyncTerminatingPod, and then SyncTerminatedPod. */
const ending = ['told', 'kill', 'ended', 'unmount', 'no-cgroups'] as const;

export function WorkerSteps({ pod }: { readonly pod: PodScene | undefined }): ReactNode {
  const t = useT();
  const steps = isEnding(pod)
    ? ending.map((step) => ({ step, done: isEnded(step, pod) }))
    : beginning.map((step) => ({ step, done: isDone(step, pod) }));
  const reached = steps.findLastIndex(({ done }) => done);
  const missing = pod?.runtime.planned;
  const n = (missing?.containersToStart.length ?? 0) + (missing?.createSandbox === true ? 1 : 0);
  return (
    <ol className="worker-steps">
      {steps.map(({ step }, index) => (
        <li key={step} className={index < reached ? 'past' : index === reached ? 'now' : 'ahead'}>
          {step === 'compared' && missing !== undefined
            ? t('story.node.step.missing', { n })
            : t(`story.node.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

const isEnding = (pod: PodScene | undefined): pod is PodScene =>
  pod?.workerState === 'terminating' || pod?.workerState === 'terminated';

function isEnded(step: (typeof ending)[number], pod: PodScene): boolean {
  const { workerState, syncStep, criCalls } = pod;
  const cleans = workerState === 'terminated';
  // Whoever has ended with a Pod has no step any more.
  const isOver = cleans && syncStep === undefined;
  switch (step) {
    case 'told':
      return true;
    case 'kill':
      return cleans || criCalls.some(({ method }) => method === 'StopContainer');
    case 'ended':
      return cleans;
    case 'unmount':
      return isOver || syncStep === 'unmount-volumes' || syncStep === 'remove-cgroups';
    case 'no-cgroups':
      return isOver || syncStep === 'remove-cgroups';
  }
}

/** Steps before the first call stay done when the worker looks at its Pod again. */
function isDone(step: (typeof beginning)[number], pod: PodScene | undefined): boolean {
  if (pod?.workerState === undefined) return false;
  const { planned } = pod.runtime;
  switch (step) {
    case 'compared':
      return planned !== undefined;
    case 'cri':
      return pod.criCalls.length > 0;
    case 'report':
      return pod.containers.length > 0 && pod.containers.every(({ state }) => hasRun(state));
    default:
      return planned !== undefined || order.indexOf(pod.syncStep ?? '') >= order.indexOf(step);
  }
}

const hasRun = (state: string): boolean => !state.startsWith('waiting');
