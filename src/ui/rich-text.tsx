/** A message of the catalogue with its `**bold**` parts, and the names of objects in type. */
import type { ReactNode } from 'react';
import { type MessageParams, richText } from '#i18n/t';

interface RichTextProps {
  readonly message: string;
  /** The values of its holes: a name may be a word like any other (`ConfigMap before`). */
  readonly params?: MessageParams | undefined;
}

export function RichText({ message, params = {} }: RichTextProps): ReactNode {
  const names = namesIn(params);
  return richText(message).map(({ text, bold, at }) => {
    const Part = bold ? 'b' : 'span';
    return (
      <Part key={at}>{names.length === 0 ? text : <WithNames text={text} names={names} />}</Part>
    );
  });
}

/** A name, and the word before it: its kind, or nothing. */
interface Name {
  readonly kind: string;
  readonly name: string;
}

/** The holes that take an object by its kind and name, or the name of a part of one. */
const holes = ['object', 'pod', 'name', 'container', 'volume', 'start', 'job', 'replicaSet'];

function namesIn(params: MessageParams): readonly Name[] {
  return holes.flatMap((hole) => {
    const value = params[hole];
    if (typeof value !== 'string') return [];
    const [, kind = '', name] = /^([A-Z]\w+ )?([a-z0-9][a-z0-9.-]*)(?=$|, )/.exec(value) ?? [];
    return name === undefined ? [] : [{ kind, name }];
  });
}

interface WithNamesProps {
  readonly text: string;
  readonly names: readonly Name[];
}

function WithNames({ text, names: [first, ...others] }: WithNamesProps): ReactNode {
  if (first === undefined) return text;
  const at = placeOf(text, first);
  if (at < 0) return <WithNames text={text} names={others} />;
  const end = at + first.name.length;
  return (
    <>
      <WithNames text={text.slice(0, at)} names={others} />
      <code className="name">{first.name}</code>
      <WithNames text={text.slice(end)} names={[first, ...others]} />
    </>
  );
}

/** Where a name begins in a text, as a word of its own after its kind; −1 if nowhere. */
function placeOf(text: string, { kind, name }: Name): number {
  for (let at = text.indexOf(kind + name); at >= 0; at = text.indexOf(kind + name, at + 1)) {
    const end = at + kind.length + name.length;
    const isWhole = !/[\w.-]$/.test(text.slice(0, at)) && !/^([\w-]|\.\w)/.test(text.slice(end));
    if (isWhole) return at + kind.length;
  }
  return -1;
}
