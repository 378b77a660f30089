/**
 * Fetches what a first command shows, while the reader reads: a part of the page that is fetched
 * after Enter keeps the first facts waiting.
 */
import { whenIdle } from '#player/when-idle';
import { isOver, when } from '#player/when-up';

/** Milliseconds after which it is fetched even if the page never rests. */
const longest = 2_000;

/** Begins when the cluster is there and the page has nothing else to do. */
export function fetchAhead(): void {
  const begin = (): void => void fetchParts().catch(() => undefined);
  void when(isOver).then(() => whenIdle(begin, longest));
}

const fetchParts = (): Promise<unknown> =>
  Promise.all([
    import('../caption/story-line.tsx'),
    import('../caption/fold-chip.tsx'),
    import('../inspector/telling-parts.tsx'),
    import('../inspector/inspector-foot.tsx'),
    import('../timeline/beads.tsx'),
    import('../tour/run-question-card.tsx'),
  ]);
