/**
 * What else there is to see, below the front door: the tours, every scenario by its group, and
 * clusters to do with as one likes. Each picture is drawn from its own run.
 */
import './gallery.css';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseLocale, type Locale, useT } from '#i18n/locale';
import { gallery } from '#scenarios/gallery/gallery';
import { tourIds } from '#scenarios/tours/tour-ids';
import { Icon } from '../icons.tsx';
import { followTourWords, useTourT, useTourWords } from '../tour/tour-words.ts';
import { OwnClusters } from './own-clusters.tsx';
import { ScenarioCard } from './scenario-card.tsx';
import { TourCard } from './tour-card.tsx';

const groups = ['start', 'change', 'no', 'breaks', 'where', 'work', 'network'] as const;

/** Draws it in an element, in a language; resolves when its words are there. */
export async function drawMore(
  place: HTMLElement,
  locale: Locale,
): Promise<{ speak(locale: Locale): void; close(): void }> {
  await chooseLocale(locale);
  await followTourWords();
  const root = createRoot(place);
  root.render(<More />);
  return {
    speak: (next) => void chooseLocale(next).catch(() => undefined),
    close: () => root.unmount(),
  };
}

function More(): ReactNode {
  const t = useT();
  const tourText = useTourT();
  const lang = useTourWords((state) => state.locale);
  const [asked, setAsked] = useState('');
  const wanted = asked.trim().toLowerCase();
  const speaksOf = (...texts: readonly string[]): boolean =>
    texts.join(' ').toLowerCase().includes(wanted);
  const shown = gallery.filter(({ id }) => speaksOf(id, tourText(id), tourText(`${id}.sees`)));
  return (
    <div className="gallery" lang={lang}>
      <section aria-labelledby="gallery-tours">
        <div className="head">
          <h2 id="gallery-tours">{t('gallery.more')}</h2>
          <p>{t('gallery.how')}</p>
        </div>
        <ul className="cards tours">
          {tourIds.map((id) => (
            <TourCard key={id} id={id} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="gallery-scenarios">
        <div className="head">
          <h2 id="gallery-scenarios">{t('gallery.scenarios')}</h2>
          <p>{t('gallery.scenarios.sub')}</p>
          <Find asked={asked} ask={setAsked} />
        </div>
        {groups.map((group) => {
          const entries = shown.filter((entry) => entry.group === group);
          if (entries.length === 0) return null;
          return (
            <section key={group} aria-labelledby={`group-${group}`}>
              <h3 id={`group-${group}`}>
                {t(`gallery.group.${group}`)} <span>{t(`gallery.group.${group}.sub`)}</span>
              </h3>
              <ul className="cards">
                {entries.map((entry) => (
                  <ScenarioCard key={entry.id} entry={entry} />
                ))}
              </ul>
            </section>
          );
        })}
        {shown.length === 0 && <p className="nothing">{t('gallery.nothing', { asked })}</p>}
      </section>
      <OwnClusters />
    </div>
  );
}

interface FindProps {
  readonly asked: string;
  readonly ask: (text: string) => void;
}

function Find({ asked, ask }: FindProps): ReactNode {
  const t = useT();
  const words = t('gallery.find');
  return (
    <label className="find">
      <Icon name="search" />
      <input
        type="search"
        value={asked}
        placeholder={words}
        aria-label={words}
        onChange={({ target }) => ask(target.value)}
      />
    </label>
  );
}
