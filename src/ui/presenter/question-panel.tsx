/**
 * A tour's question for a whole class, beside the map: hands are counted per answer, and the run
 * going on is the answer. Until then nothing on the slide says which one is right.
 */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { RichText } from '../rich-text.tsx';
import { useTourT, useTourWords } from '../tour/tour-words.ts';
import { type Choice, choicesOf } from './choices.ts';
import { piecesOf, sentencesOf } from './sentences.ts';
import { count, roundsOf, useShow } from './show-store.ts';
import type { Stop } from './stop.ts';
import type { ShownQuestion } from './walk.ts';

export function QuestionPanel({ asked }: { readonly asked: ShownQuestion }): ReactNode {
  const { id, revealed, question } = asked;
  const tourText = useTourT();
  const lang = useTourWords((state) => state.locale);
  const nodes = usePlayer(({ scene }) => [...scene.nodes.keys()].join(' '));
  const offered = choicesOf(id, nodes.split(' '));
  const sentences = sentencesOf(piecesOf(tourText(`${id}.ask`))).map(({ text }) => text);
  return (
    <section
      className={offered.length > 3 ? 'q-panel many' : 'q-panel'}
      lang={lang}
      aria-live="polite"
      data-testid="question"
    >
      {sentences.length > 1 && <p className="lead">{sentences.slice(0, -1).join(' ')}</p>}
      <h2>{sentences.at(-1)}</h2>
      <ol className="choices">
        {offered.map((choice) => (
          <ChoiceRow
            key={choice.choice}
            id={id}
            choice={choice}
            state={revealed ? (choice.choice === question.right ? 'right' : 'wrong') : 'open'}
          />
        ))}
      </ol>
      {revealed && (
        <p className="why">
          <RichText message={tourText(`${id}.ask.why`)} />
        </p>
      )}
      <Foot choices={offered} revealed={revealed} />
    </section>
  );
}

interface ChoiceRowProps {
  readonly id: string;
  readonly choice: Choice;
  readonly state: 'open' | 'right' | 'wrong';
}

function ChoiceRow({ id, choice: { choice, text }, state }: ChoiceRowProps): ReactNode {
  const t = useT();
  const tallies = useShow((state) => state.tallies);
  const rounds = roundsOf(tallies, id);
  const hands = rounds.at(-1)?.[choice] ?? 0;
  const before = rounds.length > 1 ? rounds[0]?.[choice] : undefined;
  const sum = (rounds.at(-1) ?? []).reduce((all, each) => all + each, 0);
  const n = choice + 1;
  const label = t('presenter.hands', { n, hands });
  const inner = (
    <>
      <span className="k">{n}</span>
      <span>
        {state === 'right' && <span className="w">✓ {t('presenter.right')}</span>}
        {text}
      </span>
      <span className="v num">
        {before !== undefined && <s>{before}</s>} {hands}
        <small>{t(hands === 1 ? 'presenter.hand.unit' : 'presenter.hands.unit')}</small>
      </span>
      {hands > 0 && <u style={{ width: `${(100 * hands) / sum}%` }} />}
    </>
  );
  return (
    <li className={state === 'open' ? undefined : state}>
      {state === 'open' ? (
        <button
          type="button"
          className="choice"
          aria-keyshortcuts={String(n)}
          aria-description={label}
          onClick={(event) => count(id, choice, event.shiftKey ? -1 : 1)}
        >
          {inner}
        </button>
      ) : (
        <span className="choice">{inner}</span>
      )}
    </li>
  );
}

interface FootProps {
  readonly choices: readonly Choice[];
  readonly revealed: boolean;
}

function Foot({ choices, revealed }: FootProps): ReactNode {
  const t = useT();
  return (
    <p className="q-foot">
      {revealed ? (
        <>
          <span>
            <kbd>→</kbd> {t('presenter.goesOn')}
          </span>
          <span>
            <kbd>Backspace</kbd> {t('presenter.asksAgain')}
          </span>
        </>
      ) : (
        <>
          <span>
            {choices.map(({ choice }) => (
              <kbd key={choice}>{choice + 1}</kbd>
            ))}{' '}
            {t('presenter.oneHand')}
          </span>
          <span>
            <kbd>Enter</kbd> {t('presenter.answer')}
          </span>
          <span>
            <kbd>→</kbd> {t('presenter.skip')}
          </span>
        </>
      )}
    </p>
  );
}

interface SoFarProps {
  readonly stop: Stop;
  readonly n: number;
  readonly total: number;
}

/** What was said last before the question; its answer stands in the panel alone. */
export function SoFar({ stop, n, total }: SoFarProps): ReactNode {
  const t = useT();
  const words = stop.sentences.at(-1)?.text ?? '';
  return (
    <section className="sl-cap">
      <p data-testid="caption">
        {words !== '' && t('presenter.soFar')} <span lang={stop.lang}>{words}</span>
      </p>
      <div className="at num" data-testid="progress">
        {n} / {total}
      </div>
    </section>
  );
}
