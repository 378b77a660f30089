/** What a beat changed, as a diff; the rule that decided; the symptom without it. */
import './telling-parts.css';
import { Fragment, type ReactNode } from 'react';
import type { ChangedLine, StoryMessage } from '#facts/telling';
import { useT } from '#i18n/locale';
import type { MessageId } from '#i18n/t';
import { byPlace } from '../by-place.ts';
import { plainLine } from '../caption/plain-line.ts';
import { useStoryT, useTelling } from '../caption/telling.ts';
import { RichText } from '../rich-text.tsx';

export default function TellingParts(): ReactNode {
  const t = useT();
  const telling = useTelling();
  if (telling === undefined) return null;
  const { changed, why, whatIf, help } = telling;
  return (
    <div className="telling-parts">
      {changed.length > 0 && (
        <section>
          <h3>{t('told.changed')}</h3>
          <Changed lines={changed} />
        </section>
      )}
      <Words title="told.why" message={why} />
      <Words title="told.whatIf" message={whatIf} />
      <Words title="told.help" message={help} />
    </div>
  );
}

/** The lines of the diff; two may read alike, as the lines of a log do. */
export function Changed({ lines }: { readonly lines: readonly ChangedLine[] }): ReactNode {
  const translate = useStoryT();
  const words = ({ text }: ChangedLine): string =>
    'literal' in text ? text.literal : plainLine(translate(text));
  return (
    <pre className="changed">
      {byPlace(lines).map(({ item, place }) => (
        <Line key={place} sign={item.sign} words={words(item)} />
      ))}
    </pre>
  );
}

/** The row of a table: it stands whole among the details below, and would fall apart here. */
const columns = /\S {2,}\S/;

function Line({ sign, words }: { sign: ChangedLine['sign']; words: string }): ReactNode {
  const isRow = columns.test(words);
  return (
    <span className={isRow ? 'columns' : undefined} data-sign={sign}>
      <i>{`${sign} `}</i>
      {isRow ? words : <Breakable words={words} />}
    </span>
  );
}

/** A long path may go on in the next line after each of its names. */
function Breakable({ words }: { readonly words: string }): ReactNode {
  let at = 0;
  return words.split(/(?<=[./])/).map((part) => {
    at += part.length;
    return (
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    );
  });
}

interface WordsProps {
  readonly title: MessageId;
  readonly message: StoryMessage | undefined;
}

/** Text between backticks is a literal of Kubernetes. */
function Words({ title, message }: WordsProps): ReactNode {
  const t = useT();
  const translate = useStoryT();
  if (message === undefined) return null;
  let at = 0;
  const parts = translate(message)
    .split('`')
    .map((text, index) => {
      at += text.length + 1;
      return { text, at, said: index % 2 === 1 };
    });
  return (
    <section>
      <h3>{t(title)}</h3>
      <p>
        {parts.map(({ text, at: key, said }) =>
          said ? <code key={key}>{text}</code> : <RichText key={key} message={text} />,
        )}
      </p>
    </section>
  );
}
