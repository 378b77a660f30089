/**
 * An object as a printed ticket: kind, name, version. Its edge means stored, copied or expected.
 */
import type { ReactNode } from 'react';
import type { Anchor } from '#facts/telling';
import { Moving } from '../motion/moving.tsx';
import { useAnchor } from '../story/anchored.ts';

export interface TicketProps {
  readonly kind: string;
  readonly name: string;
  readonly version?: string | number;
  readonly edge?: 'stored' | 'copy' | 'ghost' | 'new';
  readonly anchor: Anchor;
}

export function Ticket({ kind, name, version, edge = 'stored', anchor }: TicketProps): ReactNode {
  return (
    <Moving as="div" how="arrives" className={`ticket ${edge}`} {...useAnchor(anchor)}>
      <i>{kind}</i>
      <ObjectName name={name} />
      {version !== undefined && <b>{version}</b>}
    </Moving>
  );
}

/** A name in type. Without room for all of it its end stays, which distinguishes siblings. */
export function ObjectName({ name }: { readonly name: string }): ReactNode {
  return (
    <code className="object-name" title={name}>
      <bdi>{name}</bdi>
    </code>
  );
}

/** A key in a queue: a name, not an object, so it has no edge. */
export function Key({ name }: { readonly name: string }): ReactNode {
  return (
    <Moving as="span" how="arrives" key={name} className="key">
      {name}
    </Moving>
  );
}
