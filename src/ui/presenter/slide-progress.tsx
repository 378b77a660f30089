/** A segment for each stop, with a gap where a chapter begins; one bar where they are many. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { useTour } from '../tour/tour-store.ts';

/** More segments than these cannot be told apart. */
const mostSegments = 60;

interface SlideProgressProps {
  readonly n: number;
  readonly total: number;
}

export function SlideProgress({ n, total }: SlideProgressProps): ReactNode {
  const t = useT();
  const begins = useChapterStarts();
  const segments = Array.from({ length: total }, (_, index) => index + 1);
  return (
    <div
      className="prog"
      role="progressbar"
      aria-label={t('presenter.progress', { n, total })}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={n}
    >
      {total > mostSegments ? (
        <i className="h" style={{ flex: `0 0 ${(100 * n) / Math.max(1, total)}%` }} />
      ) : (
        segments.map((each) => (
          <i
            key={each}
            className={`${each < n ? 'p' : each === n ? 'h' : ''}${begins.has(each) ? ' c' : ''}`}
          />
        ))
      )}
    </div>
  );
}

/** The stops, from 1, at which a chapter begins; the first needs no gap. */
function useChapterStarts(): ReadonlySet<number> {
  const tour = useTour((state) => state.tour);
  const chapters = usePlayer((state) => state.chapters);
  const beats = usePlayer((state) => state.beats);
  if (tour !== undefined) {
    let stops = 0;
    return new Set(
      tour.chapters.flatMap((chapter, index) => {
        const first = stops + 1;
        stops += chapter.beats.length;
        return index === 0 ? [] : [first];
      }),
    );
  }
  return new Set(
    chapters.slice(1).flatMap(({ fact }) => {
      const beat = beats.findIndex((each) => each.fact >= fact);
      return beat > 0 ? [beat + 1] : [];
    }),
  );
}
