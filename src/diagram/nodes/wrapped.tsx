/**
 * A command, a path or a key that may need several lines. A flag stays in one piece
 * (`--replicas=3`), a path is broken after its slashes, and a word that is too long for the
 * narrowest room also after its other signs. The copied text is the original.
 */
import { Fragment, type ReactNode } from 'react';

/**
 * Letters on a line of the narrowest room; of a longer flag only the first word stays in one piece.
 */
const narrowest = 17;

export function Wrapped({ text }: { readonly text: string }): ReactNode {
  let at = 0;
  return text.split(/(?<=\s)/).map((word) => {
    const key = at;
    at += word.length;
    if (!word.startsWith('-')) return <Fragment key={key}>{afterSlashes(word)}</Fragment>;
    const flag = word.trimEnd();
    const whole = flag.length <= narrowest ? flag : (/^-+[^-=]*/.exec(flag)?.[0] ?? '');
    return (
      <Fragment key={key}>
        <span className="whole">{whole}</span>
        {word.slice(whole.length)}
      </Fragment>
    );
  });
}

function afterSlashes(word: string): ReactNode {
  let at = 0;
  const signs = word.length > narrowest ? /(?<=[^/]\/|[^/][:=,])|(?=\.\w)/ : /(?<=[^/]\/)/;
  return word.split(signs).map((part) => {
    at += part.length;
    return (
      <Fragment key={at}>
        {part}
        {at < word.length && <wbr />}
      </Fragment>
    );
  });
}
