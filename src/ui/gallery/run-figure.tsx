/**
 * When each part of the cluster wrote, in rows with their names; refusals as crosses. Time runs to
 * the right.
 */
import type { ReactNode } from 'react';
import { type Translate, useT } from '#i18n/locale';
import type { Figure } from '#scenarios/gallery/figure';

const rows = [
  'kubectl',
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'node-1',
  'node-2',
  'node-3',
] as const;
const families = ['client', 'apiserver', 'controllers', 'scheduler'] as const;

/** Pixels of a row, and of half a mark. */
const [rowHeight, half] = [14, 2.5];

const rowAt = (row: number): number => row * rowHeight + rowHeight / 2;
/** Marks keep a little away from both ends. */
const placeAt = (place: number): string => `${(1 + place * 0.098).toFixed(2)}%`;

function nameOf(row: number, t: Translate): string {
  const id = rows[row] ?? '';
  return id.startsWith('node') ? id : t(`story.room.${id as 'kubectl'}`);
}

export function RunFigure({ figure }: { readonly figure: Figure }): ReactNode {
  const t = useT();
  return (
    <figure className="run-figure" aria-label={labelOf(figure, t)}>
      <div className="names" aria-hidden="true">
        {rows.map((id, row) => (
          <span key={id}>{nameOf(row, t)}</span>
        ))}
      </div>
      <Marks {...figure} />
    </figure>
  );
}

function Marks({ marks }: Pick<Figure, 'marks'>): ReactNode {
  const height = rows.length * rowHeight;
  return (
    <svg width="100%" height={height} aria-hidden="true">
      {rows.map((id, row) =>
        row % 2 === 0 ? (
          <rect key={id} className="row" y={row * rowHeight} width="100%" height={rowHeight} />
        ) : null,
      )}
      {marks.map(([row, at], index) => {
        const [toRow, to] = marks[index + 1] ?? [];
        if (toRow === undefined || to === undefined) return null;
        const [x1, x2] = [placeAt(at), placeAt(to)];
        return (
          <line
            key={`${row}/${at}/${toRow}/${to}`}
            {...{ x1, x2, y1: rowAt(row), y2: rowAt(toRow) }}
          />
        );
      })}
      {marks.map(([row, at, refused]) => (
        <Mark key={`${row}/${at}/${refused}`} row={row} at={at} refused={refused === 1} />
      ))}
    </svg>
  );
}

interface MarkProps {
  readonly row: number;
  readonly at: number;
  readonly refused: boolean;
}

function Mark({ row, at, refused }: MarkProps): ReactNode {
  const [x, y] = [placeAt(at), rowAt(row)];
  if (refused) {
    return (
      <svg x={x} y={y} overflow="visible" aria-hidden="true">
        <path className="refused" d="M-3-3l6 6m0-6l-6 6" />
      </svg>
    );
  }
  const size = { width: 2 * half, height: 2 * half };
  return (
    <rect
      {...{ x, y: y - half, ...size }}
      transform={`translate(${-half})`}
      style={{ fill: `var(--fam-${families[row] ?? 'kubelet'})` }}
    />
  );
}

/** The picture in words: how much, by whom, and where it says no. */
function labelOf({ writes, milliseconds, marks }: Figure, t: Translate): string {
  const who = [...new Set(marks.map(([row]) => row))].map((row) => nameOf(row, t)).join(', ');
  const refused = marks.filter(([, , no]) => no === 1).length;
  const seconds = (milliseconds / 1000).toFixed(1);
  const said = t('gallery.figure', { writes, seconds, who });
  return refused === 0 ? said : `${said} ${t('gallery.figure.refused', { n: refused })}`;
}
