/**
 * Asks what the run will do, right before it does it. The run goes on and shows the answer; then
 * the card shows whether the guess was right, and why.
 */
import './tour.css';
import type { ReactNode } from 'react';
import { player, usePlayer } from '#player/player';
import { type AskedQuestion, beatWords, questionAt } from '#scenarios/tours/bind-tour';
import { Icon } from '../icons.tsx';
import { type Answer, answer, useTour } from './tour-store.ts';
import { useTourLang, useTourT, useTourWords } from './tour-words.ts';

/** A question of a tour has three answers, one of a lesson two to four. */
const choices = [0, 1, 2, 3] as const;

export default function QuestionCard(): ReactNode {
  const tour = useTour((state) => state.tour);
  const bound = useTour((state) => state.bound);
  const answers = useTour((state) => state.answers);
  const cursor = usePlayer((state) => state.cursor);
  const lang = useTourWords((state) => state.locale);
  const asked = questionAt(bound, cursor);
  if (tour === undefined || asked === undefined) return null;
  const id = beatWords(tour, asked.beat.chapter, asked.beat.beat);
  const given = answers[id];
  const silent = given === 'skipped' || (given === undefined && asked.revealed);
  if (silent) return null;
  return (
    <section className="question" lang={lang} aria-live="polite" data-testid="question">
      {given === undefined ? <Ask id={id} /> : <Reveal id={id} given={given} asked={asked} />}
    </section>
  );
}

function Ask({ id }: { readonly id: string }): ReactNode {
  const t = useTourT();
  const lang = useTourLang()(`${id}.ask`);
  const offered = choices.filter((choice) => t(`${id}.ask.${choice}`) !== '');
  const choose = (given: Answer): void => {
    answer(id, given);
    player.getState().stepForward('stages');
  };
  return (
    <>
      <h2 lang={lang}>{t(`${id}.ask`)}</h2>
      <ol lang={lang}>
        {offered.map((choice) => (
          <li key={choice}>
            <button
              type="button"
              className="btn"
              aria-keyshortcuts={String(choice + 1)}
              onClick={() => choose(choice)}
            >
              <kbd>{choice + 1}</kbd>
              {t(`${id}.ask.${choice}`)}
            </button>
          </li>
        ))}
      </ol>
      <button type="button" className="btn ghost skip" onClick={() => answer(id, 'skipped')}>
        {t('ui.skip')}
      </button>
    </>
  );
}

interface RevealProps {
  readonly id: string;
  readonly given: Exclude<Answer, 'skipped'>;
  readonly asked: AskedQuestion;
}

function Reveal({ id, given, asked: { question, revealed } }: RevealProps): ReactNode {
  const t = useTourT();
  const langOf = useTourLang();
  if (!revealed) return <p>{t('ui.wait')}</p>;
  const right = given === question.right;
  return (
    <>
      <h2 className={right ? 'right' : 'wrong'}>
        <Icon name={right ? 'check' : 'close'} />
        {t(right ? 'ui.right' : 'ui.wrong')}
      </h2>
      <p lang={langOf(`${id}.ask.${question.right}`)}>
        <b>{t(`${id}.ask.${question.right}`)}</b> {t(`${id}.ask.why`)}
      </p>
    </>
  );
}
