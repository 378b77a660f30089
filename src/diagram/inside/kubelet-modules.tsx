/** The managers inside a kubelet: what each one last did for the pod, and which one acts now. */

import type { ReactNode } from 'react';
import { kindOf } from '#facts/facts';
import { type KubeletModule, kubeletModules } from '#facts/kubelet-module';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { PodScene } from '#player/scene';
import { OpenStage } from './stage/open-stage.tsx';
import { moduleStation } from './stage/stages.ts';

export interface KubeletModulesProps {
  readonly node: string;
  readonly pod: PodScene | undefined;
}

export function KubeletModules({ node, pod }: KubeletModulesProps): ReactNode {
  const t = useT();
  const scene = usePlayer((player) => player.scene.nodes.get(node));
  const now = usePlayer((player) => {
    const fact = player.log.fact(player.scene.cursor);
    return fact?.component === `${node}/kubelet` ? kindOf(fact).module?.(fact) : undefined;
  });
  const notes: Readonly<Record<KubeletModule, string>> = {
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
    topology: t('inside.module.topology.note'),
    eviction: t('inside.module.eviction.note'),
    oom: t('inside.module.oom.note'),
    cadvisor: t('inside.module.cadvisor.note'),
    imageGc: t('inside.module.imageGc.note'),
    runtimeClass: t('inside.module.runtimeClass.note'),
    refs: t('inside.module.refs.note'),
  };
  return (
    <div className="modules">
      {kubeletModules.map((module) => (
        <div key={module} className={`module${now === module ? ' now' : ''}`}>
          <OpenStage station={moduleStation(module)}>
            <b>{t(`inside.module.${module}`)}</b>
            <span>{notes[module]}</span>
          </OpenStage>
        </div>
      ))}
    </div>
  );
}
