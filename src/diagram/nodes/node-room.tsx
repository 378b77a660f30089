/** A node: its pods with their containers, and the processes that work there. */

import { type ReactNode, useMemo } from 'react';
import { type Translate, useT } from '#i18n/locale';
import type { NodeScene, PodScene } from '#player/scene';
import { Moving, Presence } from '../motion/moving.tsx';
import { useShown } from '../selectors.ts';
import { useAnchor } from '../story/anchored.ts';
import { useCast } from '../story/cast.ts';
import { ContainerSquare, PodGlyph } from './glyph.tsx';
import { type Mark, Marks, useCutLinks } from './marks.tsx';
import { type NodeSize, PodSigns } from './pod-signs.tsx';
import { Room } from './room.tsx';
import { lastPart } from './short-names.ts';
import { ObjectName } from './ticket.tsx';

/** Pods beyond this number are drawn as signs. */
const rows = { full: 2, medium: 1, compact: 1, low: 1, small: 0 } as const;

export function NodeRoom({
  name,
  size,
}: {
  readonly name: string;
  readonly size: NodeSize;
}): ReactNode {
  const t = useT();
  const node = useShown((scene) => scene.nodes.get(name));
  const pods = useShown((scene) => scene.pods);
  const here = useMemo(
    () => (node?.pods ?? []).flatMap((key) => pods.get(key) ?? []),
    [node, pods],
  );
  const assumed = useShown(({ scheduler }) => scheduler.assumed);
  const heard = here.filter(({ key }) => node?.heard.includes(key));
  const promised = [
    ...here.filter((pod) => !heard.includes(pod)).map(({ key }) => ({ key, bound: true })),
    ...[...assumed]
      .filter(([pod, chosen]) => chosen === name && !node?.pods.includes(pod))
      .map(([key]) => ({ key, bound: false })),
  ];
  const { asPods, asPrograms } = useShownParts(name, size);
  const words = here.map((pod) => `${pod.name} ${pod.status}`).join(', ');
  const ready = node?.ready === true ? t('diagram.node.ready') : t('diagram.node.notReady');
  const off = node?.off === true;
  const cutLinks = useCutLinks(name);
  const marks = marksOf(node, cutLinks, t);
  const state = off
    ? t('diagram.node.off.state', { ready })
    : [ready, ...marks.map(({ words }) => words)].join(', ');
  return (
    <Room
      id={name}
      family="kubelet"
      fact={factOf(node, size, marks, { ready, off: t('diagram.node.off') })}
      state={`${state}. ${words === '' ? t('diagram.node.empty') : words}`}
    >
      <div className={off ? 'room-body node-body off' : 'room-body node-body'}>
        {asPods && <Pods node={name} pods={heard} promised={promised} size={size} off={off} />}
        {off && (size === 'full' || size === 'medium') && (
          <p className="fail">{t('diagram.node.off.what')}</p>
        )}
        {!off && asPrograms && (
          <div className="processes">
            <Process node={name} part="kubelet" />
            <Process node={name} part="containerd" />
            <KubeProxy node={name} />
          </div>
        )}
      </div>
    </Room>
  );
}

/** What a room has: a low one its Pods, or its programs where only these are told of. */
function useShownParts(
  node: string,
  size: NodeSize,
): { readonly asPods: boolean; readonly asPrograms: boolean } {
  const told = useCast(({ anchors }) => {
    const own = anchors.filter((anchor) => anchor.startsWith(`${node}/`));
    const programs = own.filter((anchor) => !anchor.includes('/pods/')).length;
    return programs === 0 ? 'pods' : programs < own.length ? 'both' : 'programs';
  });
  const isLow = size === 'small' || size === 'low';
  return {
    asPods: !isLow || told !== 'programs',
    asPrograms:
      size === 'full' || size === 'medium' || told === 'programs' || (!isLow && told === 'both'),
  };
}

/** What keeps others from a node, and its zone: cut links, cordon, taints, zone. */
function marksOf(
  node: NodeScene | undefined,
  cutLinks: readonly Mark[],
  t: Translate,
): readonly Mark[] {
  if (node === undefined) return cutLinks;
  const warn = (words: string): Mark => ({ words, className: 'warn' });
  return [
    ...(node.cut ? [{ words: t('diagram.node.cut'), className: 'fail', cut: true } as const] : []),
    ...cutLinks,
    ...(node.unschedulable ? [warn('SchedulingDisabled')] : []),
    ...node.taints.map((taint) => ({ words: taint, className: 'mono warn' })),
    ...(node.zone === ''
      ? []
      : [{ words: t('diagram.node.zone', { zone: node.zone }), className: '' }]),
  ];
}

/** The right side of the head: the addresses of the node's Pods, unless the node has marks. */
function factOf(
  node: NodeScene | undefined,
  size: NodeSize,
  marks: readonly Mark[],
  words: { readonly ready: string; readonly off: string },
): ReactNode {
  if (node?.off === true) return <span className="fail">{words.off}</span>;
  const wrong = node?.podCIDR !== '' && node?.ready === false;
  const shown = wrong ? [{ words: words.ready, className: 'warn' }, ...marks] : marks;
  const most = size === 'medium' || size === 'small' ? 1 : 2;
  if (shown.length > 0) return <Marks marks={shown} most={most} />;
  return size === 'small' ? undefined : (
    <span className="mono">{node?.podCIDR || words.ready}</span>
  );
}

/** A Pod that is still to come: bound here in etcd, or only counted on by the scheduler. */
interface PromisedPod {
  /** `namespace/name`. */
  readonly key: string;
  readonly bound: boolean;
}

interface PodsProps {
  readonly node: string;
  /** The Pods that the kubelet has heard of. */
  readonly pods: readonly PodScene[];
  readonly promised: readonly PromisedPod[];
  readonly size: NodeSize;
  /** Whether the machine is off: then the stored state of its Pods is only their last report. */
  readonly off: boolean;
}

function Pods({ node, pods, promised, size, off }: PodsProps): ReactNode {
  if (pods.length + promised.length > rows[size]) {
    return <PodSigns node={node} pods={pods} promised={promised.length} size={size} />;
  }
  return (
    <Presence>
      {pods.map((pod) => (
        <PodRow key={pod.key} node={node} pod={pod} off={off} />
      ))}
      {promised.map((pod) => (
        <PromiseRow key={`promised ${pod.key}`} node={node} pod={pod} />
      ))}
      {pods.length + promised.length === 0 && <NoPod key="none" size={size} />}
    </Presence>
  );
}

function NoPod({ size }: Pick<PodsProps, 'size'>): ReactNode {
  const t = useT();
  if (size === 'small') return <span className="quiet">{t('diagram.node.none')}</span>;
  return (
    <div className="ticket ghost">
      <i>pod</i>
      <span className="words">
        {t(size === 'full' ? 'diagram.node.empty' : 'diagram.node.waits')}
      </span>
    </div>
  );
}

/** The address of a Pod that runs; for any other Pod its state is more useful. */
const wordOf = ({ status, ip }: PodScene): string =>
  status === 'Running' ? (ip ?? status) : status;

interface PromiseRowProps {
  readonly node: string;
  readonly pod: PromisedPod;
}

/** The place of a Pod that this node's kubelet has not heard of yet. */
function PromiseRow({ node, pod: { key, bound } }: PromiseRowProps): ReactNode {
  const t = useT();
  const anchor = useAnchor(`${node}/pods/${key}`);
  const name = key.slice(key.indexOf('/') + 1);
  return (
    <Moving as="div" how="arrives" className="ticket promise" data-promise={name} {...anchor}>
      <code>{lastPart(name)}</code>
      <span className="words">{t(bound ? 'diagram.promise.bound' : 'diagram.promise.chosen')}</span>
    </Moving>
  );
}

interface PodRowProps {
  readonly node: string;
  readonly pod: PodScene;
  readonly off: boolean;
}

function PodRow({ node, pod, off }: PodRowProps): ReactNode {
  const t = useT();
  const anchor = useAnchor(`${node}/pods/${pod.key}`);
  // The machine went off under the Pod, and the stored state does not show it yet.
  const stale = off || pod.containers.some(({ state }) => state === 'gone');
  return (
    <Moving
      as="div"
      how="arrives"
      className={stale ? 'pod-row stale' : 'pod-row'}
      data-pod={pod.key}
      data-status={pod.status}
      {...anchor}
    >
      <PodGlyph status={pod.status} />
      <ObjectName name={pod.name} />
      <span className="containers">
        {pod.containers.map(({ name, state, ready }) => (
          <ContainerSquare key={name} state={state} ready={ready} />
        ))}
      </span>
      <span className="pod-word">
        {stale ? t('diagram.pod.stored', { status: pod.status }) : wordOf(pod)}
      </span>
    </Moving>
  );
}

/** The agents that only some clusters have. */
function KubeProxy({ node }: { readonly node: string }): ReactNode {
  const there = useShown((scene) => scene.components.has(`${node}/kube-proxy`));
  return there ? <Process node={node} part="kube-proxy" /> : null;
}

function Process({ node, part }: { readonly node: string; readonly part: string }): ReactNode {
  const t = useT();
  const anchor = useAnchor(`${node}/${part}`);
  const up = useShown((scene) => scene.components.get(`${node}/${part}`)?.up);
  const pulling = useShown((scene) => scene.nodes.get(node)?.pulling[0]);
  const pulls = part === 'containerd' && pulling !== undefined;
  // A process that has not started yet is grey; one that has ended is marked as ended.
  if (up === false)
    return (
      <s title={t('diagram.process.ended')} {...anchor}>
        {part}
      </s>
    );
  return (
    <span
      className={pulls ? 'pulling' : up ? '' : 'quiet'}
      title={pulls ? pulling : undefined}
      {...anchor}
    >
      {part}
      {pulls && <em> {pulling}</em>}
    </span>
  );
}
