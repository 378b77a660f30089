/** One scenario: a small picture of its run, its name, what it shows, and how it ends. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import type { Figure } from '#scenarios/gallery/figure';
import type { GalleryEntry } from '#scenarios/gallery/gallery';
import { Icon } from '../icons.tsx';
import { useTourT, useTourWords } from '../tour/tour-words.ts';
import { linkTo, transcriptOf } from './link-to.ts';
import { RunFigure } from './run-figure.tsx';

const figures = import.meta.glob<Figure>('../../scenarios/gallery/*/figure.json', {
  eager: true,
  import: 'default',
});

const outcomeIcons = { denied: 'denied', warn: 'warning', pending: 'pending' } as const;

export function ScenarioCard({ entry }: { readonly entry: GalleryEntry }): ReactNode {
  const t = useT();
  const tourText = useTourT();
  const lang = useTourWords((state) => state.locale);
  const { id, level, minutes, outcome } = entry;
  const figure = figures[`../../scenarios/gallery/${id}/figure.json`];
  return (
    <li className="card" data-scenario={id}>
      {figure !== undefined && <RunFigure figure={figure} />}
      <h4>
        <a href={linkTo({ tour: id })}>{tourText(id)}</a>
      </h4>
      <p>{tourText(`${id}.sees`)}</p>
      {figure !== undefined && <code translate="no">{figure.command}</code>}
      <p className="meta">
        <span>{t('gallery.minutes', { n: minutes })}</span>
        <span>{t(`gallery.level.${level}`)}</span>
        {figure !== undefined && <span>{t('gallery.writes', { n: figure.writes })}</span>}
        <a className="transcript" href={transcriptOf(id, lang)}>
          {t('transcript.link')}
        </a>
        {outcome !== undefined && (
          <span className={`outcome ${outcome.kind}`} lang="en">
            <Icon name={outcomeIcons[outcome.kind]} />
            {outcome.text}
          </span>
        )}
      </p>
    </li>
  );
}
