/** Inside a node: the kubelet on the left; runtime, sandbox and network on the right. */

import type { ReactNode } from 'react';
import type { NodeProps } from 'reactflow';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { PodScene } from '#player/scene';
import type { RoomNode } from '../elements.ts';
import { FamilyGlyph } from '../nodes/glyph.tsx';
import { Inside } from './inside.tsx';
import { KubeletModules } from './kubelet-modules.tsx';
import { CriCalls, PodNetwork, Sandbox } from './runtime-plates.tsx';
import { shownPod } from './shown-pod.ts';
import { OpenStage } from './stage/open-stage.tsx';
import { moduleStation } from './stage/stages.ts';

const channels = ['config', 'pleg', 'sync', 'probes', 'containerManager', 'housekeeping'] as const;

const syncSteps = [
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
] as const;

export function NodeInside({ data, width }: NodeProps<RoomNode>): ReactNode {
  const t = useT();
  const name = data.room;
  const pod = usePlayer((state) => shownPod(state, name));
  const off = usePlayer(({ scene }) => scene.nodes.get(name)?.off === true);
  const inKubelet = useIsAt(`${name}/kubelet`);
  const inRuntime = useIsAt(`${name}/containerd`);
  const inNetwork = useIsAt(`${name}/cni`);
  return (
    <Inside of="node-inside kubelet" width={width}>
      {off && <p className="fail machine-off">{t('inside.node.off')}</p>}
      <section className={`plate kubelet-plate${inKubelet ? ' on' : ''}`} aria-label="kubelet">
        <h3>
          <FamilyGlyph family="kubelet" /> kubelet <small>{t('inside.kubelet.everyNode')}</small>
        </h3>
        <SyncLoop node={name} />
        <PodWorker pod={pod} />
        <KubeletModules node={name} pod={pod} />
      </section>
      <div className="runtime-column">
        <section className={`plate runtime${inRuntime ? ' on' : ''}`} aria-label="containerd">
          <h3>
            <FamilyGlyph family="runtime" /> <OpenStage station="cri">containerd</OpenStage>{' '}
            <small>{t('inside.cri.inOrder')}</small>
          </h3>
          <CriCalls pod={pod} />
        </section>
        <section className="plate" aria-label={t('inside.sandbox')}>
          <h3>
            <OpenStage station="sandbox">{t('inside.sandbox')}</OpenStage>{' '}
            <small className="mono">{pod?.name ?? ''}</small>
          </h3>
          <Sandbox pod={pod} />
        </section>
        <section className={`plate network${inNetwork ? ' on' : ''}`} aria-label="CNI">
          <h3>
            <FamilyGlyph family="network" /> <OpenStage station="network">CNI</OpenStage>{' '}
            <small>{t('inside.cni.calledBy')}</small>{' '}
            <OpenStage station="rules">iptables</OpenStage>
          </h3>
          <PodNetwork pod={pod} node={name} />
        </section>
      </div>
    </Inside>
  );
}

function useIsAt(component: string): boolean {
  return usePlayer(({ log, scene }) => log.fact(scene.cursor)?.component === component);
}

function SyncLoop({ node }: { readonly node: string }): ReactNode {
  const t = useT();
  const now = usePlayer(({ log, scene }) => {
    const fact = log.fact(scene.cursor);
    const here = fact?.type === 'SyncLoopPicked' && fact.component === `${node}/kubelet`;
    return here ? fact.channel : undefined;
  });
  return (
    <section className="box" aria-label="syncLoop">
      <h4>
        syncLoop <small>{t('inside.kubelet.syncLoop')}</small>
      </h4>
      <div className="channels">
        {channels.map((channel) => (
          <div key={channel} className={now === channel ? 'channel now' : 'channel'}>
            <i className="slots" aria-hidden="true">
              <u />
              <u />
              <u />
            </i>
            <div>
              <b className="channel-name">{t(`inside.channel.${channel}`)}</b>
              <span className="quiet">{t(`inside.channel.${channel}.what`)}</span>
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}

const stepNames: readonly string[] = syncSteps;
/** Where a step stands on the strip, in percent of its width. */
const placeOf = (index: number): string => `${2.5 + (95 * index) / (syncSteps.length - 1)}%`;

function PodWorker({ pod }: { readonly pod: PodScene | undefined }): ReactNode {
  const t = useT();
  const { workerState, syncStep } = pod ?? {};
  const current = stepNames.indexOf(syncStep ?? '');
  const done = workerState !== undefined && syncStep === undefined;
  const reached = done ? syncSteps.length - 1 : current;
  return (
    <section
      className={`box${syncStep === undefined ? '' : ' act'}`}
      aria-label={t('inside.podWorker')}
    >
      <h4>
        <OpenStage station={moduleStation('pod')}>{t('inside.podWorker')}</OpenStage>{' '}
        <code>{pod?.name ?? t('diagram.node.none')}</code>
        {workerState !== undefined && <small>{workerState}</small>}
      </h4>
      <svg className="worker-strip" width="100%" height="52" aria-hidden="true">
        <Line to={syncSteps.length - 1} />
        {reached > 0 && <Line to={reached} past />}
        {syncSteps.map((step, index) => (
          <g key={step}>
            <circle
              className={index === current ? 'dot-ring' : `stn${index <= reached ? ' past' : ''}`}
              cx={placeOf(index)}
              cy="14"
              r={index === current ? 6 : 4}
            />
            <text className={`mid${index === current ? ' s' : ''}`} x={placeOf(index)} y="38">
              {index + 1}
            </text>
          </g>
        ))}
      </svg>
      <p className={syncStep === undefined ? 'quiet' : 'now-word'}>
        {syncStep === undefined ? t('inside.podWorker.idle') : `SyncPod: ${syncStep}`}
      </p>
    </section>
  );
}

function Line({ to, past = false }: { readonly to: number; readonly past?: boolean }): ReactNode {
  return (
    <line
      className={`trunk thin${past ? ' past' : ''}`}
      x1={placeOf(0)}
      y1="14"
      x2={placeOf(to)}
      y2="14"
    />
  );
}
