/** All tours and scenarios on one page: what each one shows, how long it takes, what goes wrong. */
import '../theme/tokens.css';
import '../theme/base.css';
import './gallery.css';
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#i18n/locale';
import { gallery } from '#scenarios/gallery/gallery';
import { findScenario } from '#scenarios/index';
import { tourIds } from '#scenarios/tours/tour-ids';
import { Icon, Mark } from '../icons.tsx';
import { followTourWords, useTourT, useTourWords } from '../tour/tour-words.ts';
import { linkTo, transcriptOf } from './link-to.ts';
import { ScenarioCard } from './scenario-card.tsx';

const groups = ['start', 'change', 'no', 'breaks', 'where', 'work', 'network'] as const;

export default function GalleryPage(): ReactNode {
  const t = useT();
  const tourText = useTourT();
  const lang = useTourWords((state) => state.locale);
  const [ready, setReady] = useState(false);
  const [asked, setAsked] = useState('');
  useEffect(() => {
    void followTourWords().finally(() => setReady(true));
  }, []);
  useEffect(() => {
    document.title = `${t('gallery.title')} · ${t('app.name')}`;
  }, [t]);
  if (!ready) return null;
  const wanted = asked.trim().toLowerCase();
  const shown = gallery.filter(({ id }) =>
    `${id} ${tourText(id)} ${tourText(`${id}.sees`)}`.toLowerCase().includes(wanted),
  );
  return (
    <div className="gallery" lang={lang}>
      <GalleryBar asked={asked} ask={setAsked} />
      <main>
        {wanted === '' && <Hero />}
        {groups.map((group) => {
          const entries = shown.filter((entry) => entry.group === group);
          if (entries.length === 0) return null;
          return (
            <section key={group} aria-labelledby={`group-${group}`}>
              <h2 id={`group-${group}`}>
                {t(`gallery.group.${group}`)} <span>{t(`gallery.group.${group}.sub`)}</span>
              </h2>
              <ul className="cards">
                {entries.map((entry) => (
                  <ScenarioCard key={entry.id} entry={entry} />
                ))}
              </ul>
            </section>
          );
        })}
        {shown.length === 0 && <p className="nothing">{t('gallery.nothing', { asked })}</p>}
        {wanted === '' && <Tours />}
      </main>
    </div>
  );
}

interface GalleryBarProps {
  readonly asked: string;
  readonly ask: (text: string) => void;
}

function GalleryBar({ asked, ask }: GalleryBarProps): ReactNode {
  const t = useT();
  return (
    <header className="gallery-bar">
      <a className="brand" href={linkTo({})}>
        <Mark />
        {t('app.name')}
      </a>
      <span className="version">{t('app.simulated')}</span>
      <label className="find">
        <Icon name="search" />
        <input
          type="search"
          value={asked}
          placeholder={t('gallery.find')}
          aria-label={t('gallery.find')}
          onChange={({ target }) => ask(target.value)}
        />
      </label>
    </header>
  );
}

function Hero(): ReactNode {
  const t = useT();
  return (
    <div className="hero">
      <h1>{t('gallery.title')}</h1>
      <p>{t('gallery.intro')}</p>
      <a className="run" href={linkTo({ tour: 'short-walk' })}>
        <code>$ {findScenario('create-deployment')?.suggestion}</code>
        <span className="btn primary">{t('gallery.run')}</span>
      </a>
    </div>
  );
}

/** The long tours, which are made from the old texts. */
function Tours(): ReactNode {
  const t = useT();
  const tourText = useTourT();
  const lang = useTourWords((state) => state.locale);
  return (
    <section aria-labelledby="gallery-tours">
      <h2 id="gallery-tours">
        {t('tour.list')} <span>{t('gallery.tours.sub')}</span>
      </h2>
      <ul className="tours">
        {tourIds.map((id) => (
          <li key={id}>
            <a href={linkTo({ tour: id })}>
              {tourText(id)}
              <Icon name="next" />
            </a>
            <a className="transcript" href={transcriptOf(id, lang)}>
              {t('transcript.link')}
            </a>
          </li>
        ))}
        <li>
          <a href={linkTo({ view: 'coverage' })}>
            {t('coverage.title')}
            <Icon name="next" />
          </a>
        </li>
      </ul>
    </section>
  );
}
