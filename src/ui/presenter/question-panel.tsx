/**
 * A tour's question for a whole class: hands are counted for each answer, twice if the teacher
 * wants, and a number key commits to one answer. Then the run goes on and shows the right one.
 */
import { type ReactNode, useEffect, useState } from 'react';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import { beatWords } from '#scenarios/tours/bind-tour';
import { Icon } from '../icons.tsx';
import { answer, useTour } from '../tour/tour-store.ts';
import { useTourT, useTourWords } from '../tour/tour-words.ts';
import { choices, count, roundsOf, useShow, voteAgain } from './show-store.ts';
import { askedAt } from './walk.ts';

export function QuestionPanel(): ReactNode {
  const cursor = usePlayer((state) => state.cursor);
  const { tour, answers } = useTour();
  const lang = useTourWords((state) => state.locale);
  const [shown, setShown] = useState('');
  const asked = askedAt(cursor);
  const id =
    tour === undefined || asked === undefined
      ? ''
      : beatWords(tour, asked.beat.chapter, asked.beat.beat);
  const open = id !== '' && asked?.revealed === false;
  useEffect(() => {
    if (open) setShown(id);
  }, [open, id]);
  // Only somebody who has seen the question is shown the answer.
  if (asked === undefined || id === '' || !(open || shown === id)) return null;
  return (
    <section className="ask" lang={lang} aria-live="polite" data-testid="question">
      {asked.revealed ? (
        <Reveal id={id} right={asked.question.right} given={answers[id]} />
      ) : (
        <Ask id={id} />
      )}
    </section>
  );
}

function Ask({ id }: { readonly id: string }): ReactNode {
  const t = useT();
  const tourText = useTourT();
  const tallies = useShow((state) => state.tallies);
  const rounds = roundsOf(tallies, id);
  const open = rounds.at(-1) ?? [];
  return (
    <>
      <h2>{tourText(`${id}.ask`)}</h2>
      <ol>
        {choices.map((choice) => (
          <li key={choice}>
            <button
              type="button"
              className="choice"
              aria-keyshortcuts={String(choice + 1)}
              onClick={() => {
                answer(id, choice);
                player.getState().stepForward('stages');
              }}
            >
              <kbd>{choice + 1}</kbd>
              <span>{tourText(`${id}.ask.${choice}`)}</span>
            </button>
            <Hands id={id} choice={choice} />
          </li>
        ))}
      </ol>
      <div className="ask-foot">
        <p className="q">{t('presenter.commit')}</p>
        {open.some((hands) => hands > 0) && (
          <button type="button" className="btn" onClick={() => voteAgain(id)}>
            {t('presenter.voteAgain')}
          </button>
        )}
      </div>
    </>
  );
}

/** How many hands are up for an answer, and how many were up in the round before. */
function Hands({ id, choice }: { readonly id: string; readonly choice: number }): ReactNode {
  const t = useT();
  const tallies = useShow((state) => state.tallies);
  const rounds = roundsOf(tallies, id);
  const hands = rounds.at(-1)?.[choice] ?? 0;
  const before = rounds.length > 1 ? rounds[0]?.[choice] : undefined;
  const n = choice + 1;
  return (
    <fieldset className="hands" aria-label={t('presenter.hands', { n, hands })}>
      <button
        type="button"
        aria-label={t('presenter.fewer', { n })}
        onClick={() => count(id, choice, -1)}
      >
        <Icon name="dash" />
      </button>
      <output className="num">
        {before !== undefined && <s>{before}</s>} <b>{hands}</b>
      </output>
      <button
        type="button"
        aria-label={t('presenter.more', { n })}
        onClick={() => count(id, choice, 1)}
      >
        <Icon name="plus" />
      </button>
    </fieldset>
  );
}

interface RevealProps {
  readonly id: string;
  readonly right: number;
  readonly given: number | 'skipped' | undefined;
}

/** What the run has shown: the right answer, how many had chosen it, and why it is right. */
function Reveal({ id, right, given }: RevealProps): ReactNode {
  const tourText = useTourT();
  const tallies = useShow((state) => state.tallies);
  const hands = roundsOf(tallies, id).at(-1) ?? [];
  const most = Math.max(1, ...hands);
  const counted = hands.some((each) => each > 0);
  return (
    <>
      <h2>{tourText(`${id}.ask`)}</h2>
      {typeof given === 'number' && (
        <p className={given === right ? 'right' : 'wrong'}>
          <Icon name={given === right ? 'check' : 'close'} />
          {tourText(given === right ? 'ui.right' : 'ui.wrong')}
        </p>
      )}
      <ol>
        {choices.map((choice) => (
          <li key={choice} className={choice === right ? 'correct' : undefined}>
            <span className="choice">
              {choice === right ? <Icon name="check" /> : <kbd>{choice + 1}</kbd>}
              <span>{tourText(`${id}.ask.${choice}`)}</span>
            </span>
            {counted && (
              <span className="bar num">
                <meter min={0} max={most} value={hands[choice] ?? 0} />
                {hands[choice] ?? 0}
              </span>
            )}
          </li>
        ))}
      </ol>
      <p>{tourText(`${id}.ask.why`)}</p>
    </>
  );
}
