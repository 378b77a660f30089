/**
 * A thing on the node that a sentence can name: it is there, made in this step, or still to come.
 */
import type { ReactNode } from 'react';
import { useAnchor } from '../../story/anchored.ts';
import type { NodePart } from './parts.ts';

export interface PartProps {
  readonly node: string;
  readonly part: NodePart;
  /** The program that writes it, where that has no place of its own here. */
  readonly also?: string;
  readonly there: boolean;
  /** The part that the present step made. */
  readonly now: string | undefined;
  readonly children: ReactNode;
}

export function Part({ node, part, also, there, now, children }: PartProps): ReactNode {
  const state = now === part ? 'now' : there ? 'there' : 'ahead';
  const anchor = useAnchor([part, also].flatMap((each) => each && `${node}/${each}`).join(' '));
  return (
    <div className={`story-part ${part} ${state}`} {...anchor}>
      {children}
    </div>
  );
}
