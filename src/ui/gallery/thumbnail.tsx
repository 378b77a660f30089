/** When each part of the cluster wrote, in the rows of the timeline; refusals are crosses. */
import type { ReactNode } from 'react';
import { type Figure, figureRows } from '#scenarios/gallery/figure';

const [width, height, pad] = [312, 58, 3];
const families = [
  'client',
  'apiserver',
  'controllers',
  'scheduler',
  'kubelet',
  'kubelet',
  'kubelet',
] as const;

const rows = families.map((_, row) => row);

const rowAt = (row: number): number =>
  Math.round(pad * 2 + (row * (height - pad * 4)) / (figureRows - 1));
const placeAt = (place: number): number => Math.round(pad + (place * (width - 2 * pad)) / 1000);

export function Thumbnail({ figure: { marks } }: { readonly figure: Figure }): ReactNode {
  const path = marks.map(([row, at]) => `${placeAt(at)} ${rowAt(row)}`).join('L');
  return (
    <svg className="thumbnail" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <path className="row" d={rows.map((row) => `M0 ${rowAt(row) + 0.5}H${width}`).join('')} />
      {path !== '' && <path className="causes" d={`M${path}`} />}
      {marks.map(([row, at, refused]) =>
        refused === 1 ? (
          <path
            key={`${row}/${at}/x`}
            className="refused"
            d={`M${placeAt(at) - 2.5} ${rowAt(row) - 2.5}l5 5m0-5l-5 5`}
          />
        ) : (
          <rect
            key={`${row}/${at}`}
            x={placeAt(at) - 1.5}
            y={rowAt(row) - 1.5}
            width="3"
            height="3"
            style={{ fill: `var(--fam-${families[row] ?? 'client'})` }}
          />
        ),
      )}
    </svg>
  );
}
