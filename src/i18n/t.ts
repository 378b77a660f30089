/**
 * The words of the interface. A message is an id of the English catalogue with `{name}` holes; its
 * `**bold**` parts are for `richText`. Kubernetes' own names, API texts and kubectl output are
 * parameters and stay as they are in every language.
 */
import type en from './en.json';

export type MessageId = keyof typeof en;
export interface Message {
  readonly id: MessageId;
  readonly params?: MessageParams;
}
/** A hole takes a value, or another message in the same language. */
export interface MessageParams {
  readonly [name: string]: string | number | boolean | Message;
}
export type Catalog = Readonly<Partial<Record<MessageId, string>>>;

let known: Catalog = {};

/** Adds a fetched catalogue; a message that it lacks is taken from an earlier one. */
export function learn(catalog: Catalog): void {
  known = { ...known, ...catalog };
}

/** Whether a text that came with a fact is a message of the catalogue. */
export const isMessageId = (id: string): id is MessageId => Object.hasOwn(known, id);

/**
 * The message in a language, its holes filled; a message that is not translated yet comes in
 * another language. A hole may choose by number: `{n|one Pod|{n} Pods}` takes the first form for 1.
 * A hole written with a capital begins a sentence: `{Who}` is `who`, “the scheduler” as “The
 * scheduler”.
 */
export function translate(catalog: Catalog, id: MessageId, params: MessageParams = {}): string {
  const text = fill(catalog[id] ?? known[id] ?? id, params, catalog);
  return text.replace(spaceBetweenWide, '');
}

/**
 * A hole stands between spaces, of either kind, for Latin names; wide letters need none, also where
 * bold or a mark begins or ends between them, and wide punctuation has none on either side.
 */
const marks = String.raw`(?:\*\*|]]|\[\[\w+\|)*`;
const [wide, point] = ['[ぁ-ヿ㐀-鿿]', '[、-』！-？]'];
const spaceBetweenWide = new RegExp(
  `(?<=${wide}${marks})[ \u00a0](?=${marks}${wide})|` +
    `(?<=${point}${marks})[ \u00a0]|[ \u00a0](?=${marks}${point})`,
  'g',
);

function fill(text: string, params: MessageParams, catalog: Catalog): string {
  const chosen = text.replace(
    /\{(\w+)\|([^|{}]*(?:\{\w+\}[^|{}]*)*)\|([^|{}]*(?:\{\w+\}[^|{}]*)*)\}/g,
    (_, name: string, one: string, many: string) => (Number(params[name]) === 1 ? one : many),
  );
  return chosen.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const value = params[name];
    if (value !== undefined) return wordsOf(value, catalog);
    const small = params[name.charAt(0).toLowerCase() + name.slice(1)];
    return small === undefined ? hole : capital(wordsOf(small, catalog));
  });
}

/** How a phrase begins that is no name: “the scheduler”, “a client outside”, “two”. */
const phrase = /^(?:the |an? |(?:one|two|three|four|five|six|seven|eight|nine|ten)$)/;

const capital = (text: string): string =>
  text.replace(phrase, (start) => start.charAt(0).toUpperCase() + start.slice(1));

function wordsOf(value: MessageParams[string], catalog: Catalog): string {
  return typeof value === 'object'
    ? translate(catalog, value.id, value.params ?? {})
    : String(value);
}

export interface TextPart {
  readonly text: string;
  readonly bold: boolean;
  /** Where it begins in the message without its marks. */
  readonly at: number;
}

/** Splits a message at its `**` marks. */
export function richText(message: string): readonly TextPart[] {
  let at = 0;
  const parts = message.split('**').map((text, index) => {
    const part = { text, bold: index % 2 === 1, at };
    at += text.length;
    return part;
  });
  return parts.filter(({ text }) => text !== '');
}
