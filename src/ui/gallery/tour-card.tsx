/** One tour: its run drawn small, its name, what it tells, and how many stops it has. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import type { Figure } from '#scenarios/gallery/figure';
import type { TourId } from '#scenarios/tours/tour';
import { useTourT, useTourWords } from '../tour/tour-words.ts';
import { linkTo, transcriptOf } from './link-to.ts';
import { RunFigure } from './run-figure.tsx';

/** Of a tour and its run, as `ui/tour/tours.test.ts` computes them. */
export interface TourFigure extends Figure {
  readonly stops: number;
}

const figures = import.meta.glob<TourFigure>('./tours/*/figure.json', {
  eager: true,
  import: 'default',
});

export function TourCard({ id }: { readonly id: TourId }): ReactNode {
  const t = useT();
  const tourText = useTourT();
  const lang = useTourWords((state) => state.locale);
  const figure = figures[`./tours/${id}/figure.json`];
  if (figure === undefined) return null;
  return (
    <li className="card" data-tour={id}>
      <RunFigure figure={figure} />
      <h3>
        <a href={linkTo({ tour: id })}>{t(`tour.${id}.title`)}</a>
      </h3>
      <p>{tourText(`${id}.sees`)}</p>
      <code translate="no">{figure.command}</code>
      <p className="meta">
        <span>{t('gallery.stops', { n: figure.stops })}</span>
        <span>{t('gallery.writes', { n: figure.writes })}</span>
        <a className="transcript" href={transcriptOf(id, lang)}>
          {t('transcript.link')}
        </a>
      </p>
    </li>
  );
}
