/**
 * All statements of the four old texts: what each one says, how it is in v1.36, and which chapter
 * of a tour shows it.
 */
import '../theme/tokens.css';
import '../theme/base.css';
import './tour.css';
import './coverage.css';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocale, useT } from '#i18n/locale';
import type { MessageId } from '#i18n/t';
import { allTours } from '#scenarios/tours/all-tours';
import coverage from '#scenarios/tours/coverage.json';
import { oldTextYears } from '#scenarios/tours/old-texts';
import { linkTo } from '../gallery/link-to.ts';
import { Mark } from '../icons.tsx';
import { listenForHome } from '../shell/way-home.ts';
import { OldSentenceText } from './old-sentence.tsx';
import { inLanguage, type OldSentence, readOldSentences } from './old-words.ts';
import { followTourWords, useTourT, useTourWords } from './tour-words.ts';

interface Shown {
  readonly tour: string;
  readonly chapter: string;
}

const shownIn: ReadonlyMap<string, Shown> = new Map(
  allTours.flatMap((tour) =>
    tour.chapters.flatMap((chapter) =>
      chapter.covers.map((id) => [id, { tour: tour.id, chapter: chapter.id }] as const),
    ),
  ),
);
const seeds = ['000', '001', '002', '003'] as const;

export default function CoveragePage(): ReactNode {
  const t = useT();
  const tourText = useTourT();
  const [ready, setReady] = useState(false);
  const sentences = useOldSentences();
  const lang = useTourWords((state) => state.locale);
  useEffect(listenForHome, []);
  useEffect(() => {
    void followTourWords().finally(() => setReady(true));
  }, []);
  useEffect(() => {
    // Words of another language have another length: scroll to the place again when they come.
    if (ready && sentences.length > 0) {
      document.getElementById(location.hash.slice(1))?.scrollIntoView();
    }
  }, [ready, sentences]);
  if (!ready) return null;
  const shown = sentences.filter(({ id }) => shownIn.has(id)).length;
  return (
    <div className="coverage" lang={lang}>
      <header>
        <a className="brand" href={linkTo({})}>
          <Mark />
          {t('app.name')}
        </a>
        <h1>{t('coverage.title')}</h1>
        <p>{tourText('ui.coverage.intro', { total: sentences.length, shown })}</p>
        <nav>
          {seeds.map((seed) => (
            <a key={seed} href={`#seed-${seed}`}>
              {t(`history.text.${seed}`, oldTextYears)}
            </a>
          ))}
        </nav>
      </header>
      <main>
        {seeds.map((seed) => (
          <SeedText
            key={seed}
            seed={seed}
            title={`history.text.${seed}`}
            sentences={sentences.filter((sentence) => sentence.seed === seed)}
          />
        ))}
      </main>
    </div>
  );
}

const inEnglish = inLanguage(coverage, {}, 'en');

/** All statements in the reader's language; in English until its words have arrived. */
function useOldSentences(): readonly OldSentence[] {
  const locale = useLocale((state) => state.locale);
  const [sentences, setSentences] = useState(inEnglish);
  useEffect(() => {
    let wanted = true;
    void readOldSentences(locale).then((all) => {
      if (wanted) setSentences(all);
    });
    return () => {
      wanted = false;
    };
  }, [locale]);
  return sentences;
}

interface SeedTextProps {
  readonly seed: string;
  readonly title: MessageId;
  readonly sentences: readonly OldSentence[];
}

function SeedText({ seed, title, sentences }: SeedTextProps): ReactNode {
  const t = useT();
  const shown = sentences.filter(({ id }) => shownIn.has(id)).length;
  return (
    <section id={`seed-${seed}`}>
      <h2>
        {t(title, oldTextYears)}{' '}
        <span className="num">
          {shown} / {sentences.length}
        </span>
      </h2>
      <ol>
        {sentences.map((sentence) => (
          <li key={sentence.id} id={sentence.id}>
            <OldSentenceText sentence={sentence} />
            <Where shown={shownIn.get(sentence.id)} component={sentence.component} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface WhereProps {
  readonly shown: Shown | undefined;
  readonly component: string;
}

function Where({ shown, component }: WhereProps): ReactNode {
  const tourText = useTourT();
  return (
    <p className="where">
      <code>{component}</code>
      {shown === undefined ? (
        <span>{tourText('ui.coverage.none')}</span>
      ) : (
        <a href={linkTo({ tour: shown.tour, chapter: shown.chapter })}>
          {tourText(shown.tour)} · {tourText(`${shown.tour}.${shown.chapter}`)}
        </a>
      )}
    </p>
  );
}
