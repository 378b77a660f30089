/**
 * Asks what the run will do, right before it does it. The run goes on and shows the answer; then
 * the card shows whether the guess was right, and why.
 */
import type { ReactNode } from 'react';
import { player, usePlayer } from '#player/player';
import { type AskedQuestion, beatWords, questionAt } from '#scenarios/tours/bind-tour';
import { Answers, Verdict } from './question-parts.tsx';
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
  const offered = choices.map((choice) => t(`${id}.ask.${choice}`)).filter((words) => words !== '');
  const choose = (given: number): void => {
    answer(id, given as Answer);
    player.getState().stepForward('stages');
  };
  return (
    <Answers question={t(`${id}.ask`)} answers={offered} lang={lang} choose={choose}>
      <button type="button" className="btn ghost" onClick={() => answer(id, 'skipped')}>
        {t('ui.skip')}
      </button>
    </Answers>
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
  const of = `${id}.ask.${question.right}`;
  return (
    <Verdict
      right={right}
      words={t(right ? 'ui.right' : 'ui.wrong')}
      answer={t(of)}
      why={t(`${id}.ask.why`)}
      lang={langOf(of)}
    />
  );
}
