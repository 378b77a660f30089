/** What a Pod's worker does in one sync, from hearing of the Pod to reporting it. */
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
const shown = [
  'start',
  'cgroups',
  'data-dirs',
  'wait-for-volumes',
  'compared',
  'cri',
  'report',
] as const;

export function WorkerSteps({ pod }: { readonly pod: PodScene | undefined }): ReactNode {
  const t = useT();
  const done = shown.map((step) => isDone(step, pod));
  const reached = done.lastIndexOf(true);
  const missing = pod?.runtime.planned;
  const n = (missing?.containersToStart.length ?? 0) + (missing?.createSandbox === true ? 1 : 0);
  return (
    <ol className="worker-steps">
      {shown.map((step, index) => (
        <li key={step} className={index < reached ? 'past' : index === reached ? 'now' : 'ahead'}>
          {step === 'compared' && missing !== undefined
            ? t('story.node.step.missing', { n })
            : t(`story.node.step.${step}`)}
        </li>
      ))}
    </ol>
  );
}

/** Steps before the first call stay done when the worker looks at its Pod again. */
function isDone(step: (typeof shown)[number], pod: PodScene | undefined): boolean {
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
