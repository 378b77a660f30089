/**
 * More Pods than a node has room to write out: a sign for each, and as much of its name as fits.
 */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import type { PodScene } from '#player/scene';
import { Moving, Presence } from '../motion/moving.tsx';
import { useAnchor } from '../story/anchored.ts';
import { PodGlyph } from './glyph.tsx';
import { shortNames } from './short-names.ts';

/** How large the node is in the picture: `low` is a compact one with room for one row. */
export type NodeSize = 'full' | 'medium' | 'compact' | 'low' | 'small';

/** Pixels that the signs have side by side, and the lines that they may use. */
const room: Readonly<Record<NodeSize, { readonly width: number; readonly lines: number }>> = {
  full: { width: 312, lines: 2 },
  medium: { width: 190, lines: 1 },
  compact: { width: 312, lines: 1 },
  low: { width: 312, lines: 1 },
  small: { width: 102, lines: 2 },
};
/** A sign with the space around it, and a character of a wide font, in pixels. */
const sign = 26;
const character = 8.6;
/** Above this number Pods are signs without names. */
const named: Readonly<Record<NodeSize, number>> = {
  full: 6,
  medium: 5,
  compact: 5,
  low: 5,
  small: 2,
};
const leastLetters = 4;
const mostSigns = 14;

export function PodSigns({
  node,
  pods,
  promised,
  size,
}: {
  readonly node: string;
  readonly pods: readonly PodScene[];
  /** How many Pods are bound here but not heard of yet, or only chosen. */
  readonly promised: number;
  readonly size: NodeSize;
}): ReactNode {
  const t = useT();
  const { width, lines } = room[size];
  const inLine = Math.max(1, Math.ceil(pods.length / lines));
  const letters = Math.floor((width / inLine - sign) / character);
  const withNames = pods.length <= named[size] && letters >= leastLetters;
  const names = shortNames(pods, letters);
  return (
    <div className={`pod-signs ${size}`}>
      <Presence>
        {pods.slice(0, mostSigns).map((pod, index) => (
          <PodSign
            key={pod.key}
            node={node}
            pod={pod}
            name={withNames ? names[index] : undefined}
          />
        ))}
      </Presence>
      {promised > 0 && (
        <span className="promise">{t('diagram.promise.more', { n: promised })}</span>
      )}
      {pods.length > mostSigns && <span className="quiet">+{pods.length - mostSigns}</span>}
    </div>
  );
}

interface PodSignProps {
  readonly node: string;
  readonly pod: PodScene;
  /** As much of its name as has room. */
  readonly name: string | undefined;
}

function PodSign({ node, pod: { key, name: whole, status }, name }: PodSignProps): ReactNode {
  const words = `${whole} ${status}`;
  const anchor = useAnchor(`${node}/pods/${key}`);
  return (
    <Moving as="span" how="arrives" role="img" aria-label={words} title={words} {...anchor}>
      <PodGlyph status={status} />
      {name !== undefined && <code>{name}</code>}
    </Moving>
  );
}
