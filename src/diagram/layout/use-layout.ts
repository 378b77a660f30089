/** The layout that fits the canvas: wide, medium below 1040 px, compact below 640 px. */

import { useMemo } from 'react';
import { usePlayer } from '#player/player';
import { useDiagram } from '../diagram-store.ts';
import { useCast } from '../story/cast.ts';
import { roomOfAnchor } from '../story/room-of-anchor.ts';
import { builtNodes, byName } from './built-nodes.ts';
import { castLayout } from './cast-layout.ts';
import { compactLayout } from './compact-layout.ts';
import type { ClusterLayout } from './layout.ts';
import { mediumLayout } from './medium-layout.ts';
import { wideLayout } from './wide-layout.ts';

const wideFrom = 1040;
const mediumFrom = 640;
/** The width in which the layouts of a phone are drawn. */
const phoneWidth = 360;

const layouts = { wide: wideLayout, medium: mediumLayout, compact: compactLayout } as const;

/** Where nodes will stand before they have registered. */
const expectedNodes = ['node-1', 'node-2', 'node-3'];

export function useLayout(width: number, height: number): ClusterLayout {
  const names = usePlayer(({ scene }) => [...scene.nodes.keys()].join(' '));
  const cluster = usePlayer(({ recording }) => recording?.cluster);
  const kind = kindOf(width);
  const plan = useDiagram((diagram) => diagram.plan);
  // Places do not move, but on a phone and on a slide, which have room for the cast alone.
  const isCast = kind === 'compact' || plan !== undefined;
  const cast = useCast(({ anchors }) =>
    isCast ? [...new Set(anchors.map(roomOfAnchor))].join(' ') : '',
  );
  const space = isCast ? (height * phoneWidth) / Math.max(phoneWidth, width) : 0;
  // Without a plan the size alone makes no other layout.
  const [w, h] = plan === undefined ? [0, 0] : [width, height];
  // A canvas that grows by a pixel must not make another layout.
  const breadth = Math.floor(width / 50) * 50;
  return useMemo(() => {
    const registered = names === '' ? [] : names.split(' ');
    const expected = cluster === undefined ? expectedNodes : builtNodes(cluster);
    const nodes = registered.length < expected.length ? expected : registered.sort(byName);
    const all = layouts[kind]([...nodes], breadth);
    const told = new Set(cast.split(' '));
    const shown = [...all.rooms.keys()].filter((room) => told.has(room));
    if (plan !== undefined) return plan(shown, { width: w, height: h }, all);
    return cast === '' ? all : castLayout(shown, space);
  }, [names, kind, cluster, breadth, cast, space, plan, w, h]);
}

function kindOf(width: number): ClusterLayout['kind'] {
  if (width === 0 || width >= wideFrom) return 'wide';
  return width < mediumFrom ? 'compact' : 'medium';
}
