/** The managers inside a kubelet: what each last did for the pod, and which one acts now. */

import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { PodScene } from '#player/scene';
import type { Fact } from '#trace/trace-event';

const modules = [
  'pod',
  'pleg',
  'status',
  'volume',
  'image',
  'runtime',
  'container',
  'probe',
  'allocation',
  'token',
  'objects',
  'gc',
  'nodeStatus',
  'nodeLease',
  'server',
] as const;
type Module = (typeof modules)[number];

/** The manager that a kubelet's fact is about. */
function moduleOf(fact: Fact): Module | undefined {
  switch (fact.type) {
    case 'PodConfigChanged':
      return 'pod';
    case 'PodAdmitted':
      return 'allocation';
    case 'PodLifecycleEventSeen':
      return 'pleg';
    case 'PodStatusSet':
      return 'status';
    case 'VolumeMounted':
      return 'volume';
    case 'PodActionsComputed':
      return 'runtime';
    case 'ProbeRan':
      return 'probe';
    case 'CriCalled':
    case 'CriReturned':
      return fact.method === 'PullImage' || fact.method === 'ImageStatus' ? 'image' : 'runtime';
    case 'PodSyncStep':
      return stepModules[fact.step];
    default:
      return undefined;
  }
}

const stepModules: Readonly<Record<string, Module>> = {
  status: 'status',
  cgroups: 'container',
  'remove-cgroups': 'container',
  'wait-for-volumes': 'volume',
  'unmount-volumes': 'volume',
  probes: 'probe',
  'register-secrets': 'objects',
  'runtime-sync': 'runtime',
  'kill-containers': 'runtime',
};

export interface KubeletModulesProps {
  readonly node: string;
  readonly pod: PodScene | undefined;
}

export function KubeletModules({ node, pod }: KubeletModulesProps): ReactNode {
  const t = useT();
  const scene = usePlayer((player) => player.scene.nodes.get(node));
  const now = usePlayer((player) => {
    const fact = player.log.fact(player.scene.cursor);
    return fact?.component === `${node}/kubelet` ? moduleOf(fact) : undefined;
  });
  const notes: Readonly<Record<Module, string>> = {
    pod: t('inside.module.pod.note', { n: scene?.pods.length ?? 0 }),
    pleg: t('inside.module.pleg.note'),
    status: pod?.status ?? '',
    volume: pod?.volumes.join(', ') ?? '',
    image: scene?.pulling[0] ?? t('inside.module.image.note', { n: scene?.images.length ?? 0 }),
    runtime: t('inside.module.runtime.note', { n: pod?.criCalls.length ?? 0 }),
    container: t('inside.module.container.note'),
    probe: t('inside.module.probe.note'),
    allocation: t('inside.module.allocation.note'),
    token: t('inside.module.token.note'),
    objects: t('inside.module.objects.note'),
    gc: t('inside.module.gc.note'),
    nodeStatus: t('inside.module.nodeStatus.note'),
    nodeLease: t('inside.module.nodeLease.note'),
    server: t('inside.module.server.note'),
  };
  return (
    <div className="modules">
      {modules.map((module) => (
        <div key={module} className={`module${now === module ? ' now' : ''}`}>
          <b>{t(`inside.module.${module}`)}</b>
          <span>{notes[module]}</span>
        </div>
      ))}
    </div>
  );
}
