/**
 * A node in the story: the steps of the Pod's worker, its calls to the runtime at the height of
 * what each one made, and the network along the bottom. What is still to come is dotted.
 */
import './node-story.css';
import './node-story-small.css';
import type { ReactNode } from 'react';
import type { NodeProps } from 'reactflow';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import type { PodScene } from '#player/scene';
import type { Fact } from '#trace/facts';
import type { RoomNode } from '../../elements.ts';
import { FamilyGlyph, PodGlyph } from '../../nodes/glyph.tsx';
import { lastPart } from '../../nodes/short-names.ts';
import { useAnchor } from '../../story/anchored.ts';
import { useCast } from '../../story/cast.ts';
import { shownPod } from '../shown-pod.ts';
import { CallRow } from './call-row.tsx';
import { Part } from './part.tsx';
import { madeBy } from './parts.ts';
import { RoomStrip } from './room-strip.tsx';
import { WorkerSteps } from './worker-steps.tsx';

export function NodeStory({ data: { room: node } }: NodeProps<RoomNode>): ReactNode {
  const t = useT();
  const pod = usePlayer((state) => shownPod(state, node));
  const now = usePlayer(({ log, scene }) => madeBy(log.fact(scene.cursor)));
  const range = usePlayer(({ scene }) => scene.nodes.get(node)?.podCIDR ?? '');
  const worker = useAnchor(`${node}/pods/${pod?.namespace ?? ''}/${pod?.name ?? ''}`);
  const proxy = useAnchor(`${node}/kube-proxy`);
  const proxied = useCast(({ anchors }) => anchors.includes(`${node}/kube-proxy`));
  const parts = { node, pod, now };
  return (
    <div className="told-room">
      <RoomStrip room={node} />
      <section
        className="node-story"
        aria-label={t('diagram.room.label', { name: node, state: pod?.status ?? '' })}
        {...useAnchor(node)}
      >
        <div className="story-plate kubelet" {...useAnchor(`${node}/kubelet`)}>
          <h3>
            <FamilyGlyph family="kubelet" /> kubelet
          </h3>
          <p>
            <b>{t('inside.podWorker')}</b> <code {...worker}>{lastPart(pod?.name ?? '')}</code>{' '}
            {proxied && (
              <span className="phone-only" {...proxy}>
                kube-proxy
              </span>
            )}
          </p>
          <WorkerSteps pod={pod} />
        </div>
        <div className="story-plate runtime" {...useAnchor(`${node}/containerd`)}>
          <h3>
            <FamilyGlyph family="runtime" /> containerd
          </h3>
        </div>
        <div
          className={
            pod?.sandbox === undefined ? 'story-plate sandbox ahead' : 'story-plate sandbox'
          }
          {...useAnchor(`${node}/sandbox`)}
        >
          <h3>
            {t('inside.sandbox')} <code className="sandbox-id">{pod?.runtime.sandboxId}</code>
          </h3>
        </div>
        <CallRow row={1} method="RunPodSandbox" answer={pod?.runtime.sandboxId} pod={pod} />
        <CallRow row={2} method="PullImage" answer={pod?.runtime.image?.name} pod={pod} />
        <CallRow row={3} method="CreateContainer" answer={pod?.runtime.containerId} pod={pod} />
        <CallRow row={4} method="StartContainer" answer={undefined} pod={pod} />
        <Made {...parts} />
        <Part {...parts} part="routes" also="kube-proxy" there>
          {t('inside.cni.node')}: {t('inside.cni.routes')}
        </Part>
        <Part {...parts} part="bridge" there={pod?.network['bridge'] !== undefined}>
          <b>{pod?.network['bridge'] ?? 'cni0'}</b>
          <code>{pod?.network['gateway'] ?? range}</code>
          <code className="quiet wide-only">{pod?.network['hostInterface']}</code>
        </Part>
        <Part {...parts} part="network" there={pod?.network['bridge'] !== undefined}>
          <b>eth0</b> <code>{pod?.network['address'] ?? t('inside.cni.noAddress')}</code>
        </Part>
      </section>
    </div>
  );
}

interface MadeProps {
  readonly node: string;
  readonly pod: PodScene | undefined;
  readonly now: string | undefined;
}

/** The probe of this step and what it found, by their names in Kubernetes. */
const probeOf = (fact: Fact | undefined): string | undefined =>
  fact?.type === 'ProbeRan' ? `${fact.probe}Probe: ${fact.result}` : undefined;

/** `Exec: ls /`: the process that this step starts beside that of the container. */
function execOf({ log, scene }: Player): string | undefined {
  const fact = log.fact(scene.cursor);
  const called = fact?.type === 'CriReturned' ? log.fact(fact.cause) : fact;
  if (called?.type !== 'CriCalled' || called.method !== 'Exec') return undefined;
  return `Exec: ${called.request.cmd?.join(' ') ?? ''}`;
}

/** The container that a fact names: of several in a Pod, the one that is shown. */
const containerOf = (fact: Fact | undefined): string | undefined =>
  fact !== undefined && 'container' in fact && fact.container !== '' ? fact.container : undefined;

/** What the runtime made: image, layer and process on the node, and what lives in the sandbox. */
function Made(parts: MadeProps): ReactNode {
  const t = useT();
  const { pod } = parts;
  const { runtime, sandbox, containers = [] } = pod ?? {};
  const spoken = usePlayer(({ log, scene }) => containerOf(log.fact(scene.cursor)));
  const made = runtime?.container ?? containers[0]?.name ?? '';
  const container = containers.find((each) => each.name === (spoken ?? made));
  const name = container?.name ?? made;
  const program = name === made ? runtime?.command : container?.program;
  const stops = pod?.criCalls.some(
    ({ method, returnedAt }) => method === 'StopContainer' && returnedAt === undefined,
  );
  const pause = sandbox?.pausePid;
  const ended = usePlayer(({ log, scene }) => {
    const fact = log.fact(scene.cursor);
    return fact?.type === 'ProcessExited' ? fact.pid : undefined;
  });
  const pid = container?.pid ?? (name === spoken ? ended : undefined);
  const exec = usePlayer(execOf);
  const probed = usePlayer(({ log, scene }) => probeOf(log.fact(scene.cursor)));
  return (
    <>
      <Part {...parts} part="cni" there={(runtime?.plugins.length ?? 0) > 0}>
        CNI: {runtime?.plugins.join(', ') || t('story.node.notAsked')}
      </Part>
      <Image {...parts} />
      <Part {...parts} part="snapshot" there={runtime?.snapshot === true}>
        {t('story.node.layer')}
      </Part>
      <Part {...parts} part="shim" there={runtime?.shim !== undefined}>
        <span>containerd-shim</span>
        {runtime?.shim !== undefined && <code>pid {runtime.shim}</code>}
      </Part>
      <Part {...parts} part="pause" there={pause !== undefined}>
        <b>
          <PodGlyph status={pause === undefined ? 'Pending' : 'Running'} /> pause
        </b>
        <code>{pause === undefined ? '' : `pid ${pause}`}</code>
        <span className="second">
          {t(pause === undefined ? 'story.node.notStarted' : 'inside.sandbox.holds')}
        </span>
      </Part>
      <Part {...parts} part="container" there={container?.pid !== undefined}>
        <b>
          <PodGlyph status={container?.pid === undefined ? 'Pending' : 'Running'} /> {name}
        </b>
        <code>{pid === undefined ? '' : `pid ${pid}`}</code>
        <span className="second">{container?.state}</span>
        {probed !== undefined && <code className="second">{probed}</code>}
        {stops && <code className="second">StopContainer …</code>}
        {exec !== undefined && <code className="second">{exec}</code>}
        <span className="second wide-only">{t('inside.sandbox.own')}</span>
        <span className={runtime?.snapshot ? 'files' : 'files ahead'}>
          {t('story.node.files')} <code>/</code>
        </span>
        <code className="program">{program ?? t('story.node.noProcess')}</code>
      </Part>
    </>
  );
}

/** The image with its layers as they arrive; an image that the node already has fetches none. */
function Image(parts: MadeProps): ReactNode {
  const t = useT();
  const registry = useAnchor('registry');
  const image = parts.pod?.runtime.image;
  const layers = image?.layers ?? [];
  const bytes = layers.reduce((sum, each) => sum + each, 0);
  return (
    <Part {...parts} part="image" there={image?.ready === true}>
      <b className="mono">{image?.name ?? t('story.node.image')}</b>
      <span className="second">
        {image === undefined ? t('story.node.notAsked') : sizeOf(bytes)}
      </span>
      <span className="second" {...registry}>
        {image !== undefined && t('story.node.registry')}
      </span>
      {layers.length > 0 && (
        <span className="layer">
          {t('story.node.layers', { n: layers.length })} <code>{largestOf(layers)}</code>
        </span>
      )}
    </Part>
  );
}

const mostLayers = 2;

/** The sizes of the largest layers; the others are often scripts of a few hundred bytes. */
function largestOf(layers: readonly number[]): string {
  const largest = [...layers].sort((one, other) => other - one).slice(0, mostLayers);
  return `${largest.map(sizeOf).join(', ')}${layers.length > mostLayers ? ', …' : ''}`;
}

/** `626 B`, `1.4 kB`, `33.3 MB` */
function sizeOf(bytes: number): string {
  if (bytes === 0) return '';
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
