/** The hands of the class, answer by answer, for a thumb on the speaker's window. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { Icon } from '../icons.tsx';
import type { FromSpeaker, SpeakerQuestion } from './speaker-protocol.ts';

interface SpeakerHandsProps {
  readonly question: SpeakerQuestion;
  readonly away: boolean;
  send(message: FromSpeaker): void;
}

export function SpeakerHands({ question, away, send }: SpeakerHandsProps): ReactNode {
  const t = useT();
  const { ask, choices, right, why } = question;
  const hands = choices.reduce((sum, choice) => sum + choice.hands, 0);
  const answered = right !== undefined;
  return (
    <div className="votes">
      <h2>
        <span>{t('speaker.question')}</span>
        <span className="aside">
          {t(answered ? 'speaker.handsAnswered' : 'speaker.hands', { hands })}
        </span>
      </h2>
      <p>{ask}</p>
      <ol>
        {choices.map((choice, index) => (
          <li key={choice.text} className={index === right ? 'vote right' : 'vote'}>
            <span className="k">{index + 1}</span>
            <span>
              {choice.text} {index === right && <b>{t('presenter.right')}</b>}
            </span>
            <button
              type="button"
              className="btn"
              disabled={away || answered}
              aria-label={t('presenter.fewer', { n: index + 1 })}
              onClick={() => send({ type: 'hands', choice: index, more: false })}
            >
              <Icon name="dash" />
            </button>
            <output
              className="num"
              aria-label={t('presenter.hands', { n: index + 1, hands: choice.hands })}
            >
              {choice.hands}
            </output>
            <button
              type="button"
              className="btn"
              disabled={away || answered}
              aria-label={t('presenter.more', { n: index + 1 })}
              onClick={() => send({ type: 'hands', choice: index, more: true })}
            >
              <Icon name="plus" />
            </button>
          </li>
        ))}
      </ol>
      {answered && <p>{why}</p>}
    </div>
  );
}
