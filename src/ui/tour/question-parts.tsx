/** How a question stands on the page: with its answers, and with what the run showed. */
import './tour.css';
import type { ReactNode } from 'react';
import { Icon } from '../icons.tsx';

interface AnswersProps {
  readonly question: string;
  readonly answers: readonly string[];
  readonly lang?: string | undefined;
  choose(answer: number): void;
  /** The buttons that lead on without an answer. */
  readonly children: ReactNode;
}

/** The question; a click or the keys 1 to 4 commit to an answer. */
export function Answers({ question, answers, lang, choose, children }: AnswersProps): ReactNode {
  return (
    <>
      <h2 lang={lang}>{question}</h2>
      <ol lang={lang}>
        {answers.map((words, index) => (
          <li key={words}>
            <button
              type="button"
              className="btn"
              aria-keyshortcuts={String(index + 1)}
              onClick={() => choose(index)}
            >
              <kbd>{index + 1}</kbd>
              {words}
            </button>
          </li>
        ))}
      </ol>
      <div className="skip">{children}</div>
    </>
  );
}

interface VerdictProps {
  readonly right: boolean;
  readonly words: string;
  /** The right answer, and why. */
  readonly answer: string;
  readonly why: string;
  readonly lang?: string | undefined;
}

export function Verdict({ right, words, answer, why, lang }: VerdictProps): ReactNode {
  return (
    <>
      <h2 className={right ? 'right' : 'wrong'}>
        <Icon name={right ? 'check' : 'close'} />
        {words}
      </h2>
      <p lang={lang}>
        <b>{answer}</b> {why}
      </p>
    </>
  );
}
