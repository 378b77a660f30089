/**
 * What the words of the page can name. An element that wears an anchor is lit while the sentence
 * that is read names it, or while a person points at it, here or in the words.
 */
import type { Anchor } from '#facts/telling';
import { useDiagram } from '../diagram-store.ts';

/** The props of an element that a sentence can name. */
export function useAnchor(anchor: Anchor) {
  const lit = useDiagram(({ lit, pointed }) => pointed === anchor || lit.includes(anchor));
  return {
    'data-anchor': anchor,
    'data-lit': lit ? '' : undefined,
    onPointerEnter: () => useDiagram.setState({ pointed: anchor }),
    onPointerLeave: leaveAnchor,
  } as const;
}

function leaveAnchor(): void {
  useDiagram.setState({ pointed: undefined });
}
