/**
 * An object as a printed ticket: kind, name, version. Its edge means stored, copied or expected.
 */
import * as m from 'framer-motion/m';
import type { ReactNode } from 'react';
import type { Anchor } from '#facts/telling';
import { arriving } from '../motion/moving.tsx';
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
    <m.div className={`ticket ${edge}`} {...useAnchor(anchor)} {...arriving()}>
      <i>{kind}</i>
      <ObjectName name={name} />
      {version !== undefined && <b>{version}</b>}
    </m.div>
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
    <m.span key={name} className="key" {...arriving()}>
      {name}
    </m.span>
  );
}
