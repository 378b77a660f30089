/** The rest of the cluster while one room fills the picture: a chip for each room. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import type { RoomId } from '#player/place';
import { usePlayer } from '#player/player';
import type { Scene } from '#player/scene';
import { canEnter, useDiagram } from '../../diagram-store.ts';
import { familyOf } from '../../family.ts';
import { FamilyGlyph, PodGlyph } from '../../nodes/glyph.tsx';
import { useAnchor } from '../../story/anchored.ts';
import { useCast } from '../../story/cast.ts';

const controlPlane = [
  'kubectl',
  'kube-apiserver',
  'etcd',
  'kube-controller-manager',
  'kube-scheduler',
] as const;

/** Nodes beyond this number are left out, but never the open one. */
const mostNodes = 3;

export function RoomStrip({ room }: { readonly room: RoomId }): ReactNode {
  const names = usePlayer(({ scene }) => [...scene.nodes.keys()].sort().join(' '));
  const nodes = names === '' ? [] : names.split(' ');
  const at = Math.max(0, Math.min(nodes.indexOf(room) - 1, nodes.length - mostNodes));
  return (
    <nav className="room-strip">
      {[...controlPlane, ...nodes.slice(at, at + mostNodes)].map((each) => (
        <Chip key={each} room={each} open={each === room} />
      ))}
    </nav>
  );
}

function Chip({ room, open }: { readonly room: RoomId; readonly open: boolean }): ReactNode {
  const t = useT();
  const { enter, leave } = useDiagram.getState();
  const status = usePlayer(({ scene }) => statusOf(scene, room));
  const revision = usePlayer(({ scene }) => (room === 'etcd' ? scene.etcd.revision : 0));
  const told = useCast(({ anchors }) => anchors.includes(room));
  const isNode = !controlPlane.some((each) => each === room);
  const title = isNode || room === 'etcd' ? room : t(`story.room.${room as 'kubectl'}`);
  return (
    <button
      type="button"
      className={`room-chip nodrag nopan${open ? ' open' : ''}${isNode ? ' node' : ''}${told ? ' told' : ''}`}
      aria-current={open ? 'location' : undefined}
      onClick={() => (canEnter(room) ? enter(room) : leave())}
      {...useAnchor(room)}
    >
      <FamilyGlyph family={familyOf(room)} />
      <span>{title}</span>
      {revision > 0 && <small className="mono">rev {revision}</small>}
      {status !== undefined && <PodGlyph status={status} />}
    </button>
  );
}

/** The state of the Pod that came to a node last, as the node itself knows it. */
function statusOf({ nodes, pods }: Scene, room: RoomId): string | undefined {
  const pod = pods.get(nodes.get(room)?.heard.at(-1) ?? '');
  if (pod === undefined) return undefined;
  if (pod.containers.some(({ pid }) => pid !== undefined)) return 'Running';
  return pod.sandbox === undefined ? 'Pending' : 'ContainerCreating';
}
