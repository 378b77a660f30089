/**
 * A thing on the node that a sentence can name: it is there, made in this step, or still to come.
 */
import type { ReactNode } from 'react';
import { useAnchor } from '../../story/anchored.ts';
import type { NodePart } from './parts.ts';

export interface PartProps {
  readonly node: string;
  readonly part: NodePart;
  readonly there: boolean;
  /** The part that the present step made. */
  readonly now: string | undefined;
  readonly children: ReactNode;
}

export function Part({ node, part, there, now, children }: PartProps): ReactNode {
  const state = now === part ? 'now' : there ? 'there' : 'ahead';
  return (
    <div className={`story-part ${part} ${state}`} {...useAnchor(`${node}/${part}`)}>
      {children}
    </div>
  );
}
