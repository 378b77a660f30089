/**
 * What the words of the page can name. An element with an anchor is lit while the present sentence
 * names it, or while a person points at it, in the picture or in the words. An element may have
 * several anchors, with spaces between them; so may words that name several things together.
 */
import type { Anchor } from '#facts/telling';
import { useDiagram } from '../diagram-store.ts';

/** The props of an element that a sentence can name. */
export function useAnchor(anchor: Anchor) {
  const lit = useDiagram(({ lit, pointed }) =>
    [...lit, pointed ?? ''].some((named) => isNamed(anchor, named)),
  );
  return {
    'data-anchor': anchor,
    'data-lit': lit ? '' : undefined,
    onPointerEnter: () => useDiagram.setState({ pointed: anchor.split(' ', 1)[0] }),
    onPointerLeave: leaveAnchor,
  } as const;
}

/** Whether one of the anchors of an element is among those that are named. */
function isNamed(worn: Anchor, named: Anchor): boolean {
  if (worn === named) return true;
  if (!worn.includes(' ') && !named.includes(' ')) return false;
  const all = new Set(named.split(' '));
  return worn.split(' ').some((anchor) => all.has(anchor));
}

function leaveAnchor(): void {
  useDiagram.setState({ pointed: undefined });
}
