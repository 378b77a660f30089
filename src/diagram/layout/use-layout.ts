/** The layout that fits the canvas: wide, or compact below 700 px. */

import { useMemo } from 'react';
import { usePlayer } from '#player/player';
import { compactLayout } from './compact-layout.ts';
import type { ClusterLayout } from './layout.ts';
import { wideLayout } from './wide-layout.ts';

const compactBelow = 700;
/** Where nodes will stand before they have registered. */
const expectedNodes = ['node-1', 'node-2', 'node-3'];

export function useLayout(width: number): ClusterLayout {
  const names = usePlayer(({ scene }) => [...scene.nodes.keys()].join(' '));
  const compact = width > 0 && width < compactBelow;
  return useMemo(() => {
    const registered = names === '' ? [] : names.split(' ');
    const nodes =
      registered.length < expectedNodes.length ? expectedNodes : registered.sort(byName);
    return compact ? compactLayout(nodes) : wideLayout(nodes);
  }, [names, compact]);
}

// node-2 before node-10.
function byName(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : 1);
}
