/**
 * The questions of a run that nobody wrote a tour for: while somebody steps through its story, the
 * card asks at one beat what the next will show. Nobody has to answer: Next goes on, and while the
 * run plays or time passes nothing is asked.
 */
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import type { StoryMessage } from '#facts/telling';
import { useLocale } from '#i18n/locale';
import type { Beat } from '#player/beats';
import { player, usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import { questionAtCursor, questionsIn, type RunQuestion } from '#player/questions';
import { useStoryT } from '../caption/telling.ts';
import { Answers, Verdict } from './question-parts.tsx';
import { type Answer, answer, useTour } from './tour-store.ts';

/** Whether somebody steps through the story, and is not in the middle of a movement. */
const steps = ({ depth, playing, live, marks, toward, unfolded }: Player): boolean =>
  depth === 'story' &&
  !playing &&
  live === undefined &&
  marks === undefined &&
  toward === undefined &&
  unfolded === undefined;

const idOf = ({ id }: RunQuestion): string => `ask.${id}`;

export default function RunQuestionCard(): ReactNode {
  const log = usePlayer((state) => state.log);
  const beats = useKnownBeats();
  const cursor = usePlayer((state) => state.cursor);
  const shown = usePlayer(steps);
  const lang = useLocale((state) => state.locale);
  const answers = useTour((state) => state.answers);
  const translate = useStoryT();
  const [opened, open] = useState<RunQuestion['id']>();
  // The beats are another list whenever the run has grown by one.
  const questions = useMemo(() => (beats.length === 0 ? [] : questionsIn(log)), [log, beats]);
  useRunAsks(questions);
  useEffect(() => forgetAnswers(), []);
  const asked = questionAtCursor(questions, cursor);
  if (!shown || asked === undefined) return null;
  const given = answers[idOf(asked.question)];
  if (given === 'skipped' || (given === undefined && asked.revealed)) return null;
  const folded = given === undefined && opened !== asked.question.id;
  return (
    <>
      {folded && (
        <button type="button" className="btn question-chip" onClick={() => open(asked.question.id)}>
          {translate({ id: 'ask.guess', params: {} })}
        </button>
      )}
      <section
        className={folded ? 'question folded' : 'question'}
        lang={lang}
        aria-live="polite"
        data-testid="question"
      >
        <Asked {...asked} given={given} />
      </section>
    </>
  );
}

/**
 * The beats of a run that has come to its end: to find what is asked looks through all of them, and
 * a run that grows has new ones again and again.
 */
function useKnownBeats(): readonly Beat[] {
  const beats = usePlayer((state) => state.beats);
  const grows = usePlayer(
    ({ status, served }) => status.kind === 'running' && served === undefined,
  );
  const [known, keep] = useState<readonly Beat[]>([]);
  useEffect(() => {
    if (!grows) startTransition(() => keep(beats));
  }, [grows, beats]);
  return known;
}

/** Withholds on the page what would answer an open question. */
function useRunAsks(questions: readonly RunQuestion[]): void {
  const answers = useTour((state) => state.answers);
  useEffect(() => {
    useTour.setState({
      runAsksAt(state) {
        const asked = steps(state) ? questionAtCursor(questions, state.cursor) : undefined;
        if (asked === undefined || asked.revealed) return undefined;
        const id = idOf(asked.question);
        return answers[id] === undefined ? id : undefined;
      },
    });
    return () => useTour.setState({ runAsksAt: () => undefined });
  }, [questions, answers]);
}

/** Another run asks again; returns how to stop. */
const forgetAnswers = (): (() => void) =>
  player.subscribe(({ recording }, before) => {
    const same = recording?.inputs[0] === before.recording?.inputs[0];
    if (!same) useTour.setState({ answers: {} });
  });

interface AskedProps {
  readonly question: RunQuestion;
  readonly revealed: boolean;
  readonly given: Exclude<Answer, 'skipped'> | undefined;
}

/** At most so many answers. */
const choices = [0, 1, 2, 3] as const;

function Asked({ question, revealed, given }: AskedProps): ReactNode {
  const translate = useStoryT();
  const id = idOf(question);
  const { right, params } = question;
  const t = (name: string): string => translate({ id: name, params } as unknown as StoryMessage);
  if (given !== undefined && !revealed) return <p>{t('ask.wait')}</p>;
  if (given !== undefined) {
    const isRight = given === right;
    return (
      <Verdict
        right={isRight}
        words={t(isRight ? 'ask.right' : 'ask.wrong')}
        answer={t(`${id}.${right}`)}
        why={t(`${id}.why`)}
      />
    );
  }
  // A text that is not there is its own id: an answer that the question does not have, or all of it
  // until the words have come.
  if (t(id) === id) return null;
  const offered = choices
    .map((choice) => `${id}.${choice}`)
    .filter((each) => t(each) !== each)
    .map(t);
  const choose = (choice: number): void => {
    answer(id, choice as Answer);
    player.getState().stepForward();
  };
  return (
    <Answers question={t(id)} answers={offered} choose={choose}>
      <button type="button" className="btn ghost" onClick={() => useTour.setState({ quiz: false })}>
        {t('ask.none')}
      </button>
      <button type="button" className="btn ghost" onClick={() => answer(id, 'skipped')}>
        {t('ask.skip')}
      </button>
    </Answers>
  );
}
