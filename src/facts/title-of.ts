/** The outcome of a fact in a few words, for the inspector's heading and for cause and effect. */
import type { Translate } from '#i18n/locale';
import { isMessageId, type MessageParams } from '#i18n/t';
import type { Fact } from '#trace/facts';
import { captionOf, kindOf } from './facts.ts';

/** A kind of fact with an outcome has a title from its record; the others from their captions. */
export const titleOf = (fact: Fact, t: Translate): string =>
  kindOf(fact).title?.(fact, t) ?? boldOf(fact, t);

/** Whether the bold part is only a name or a number, which means nothing by itself. */
const isName = (bold: string, params: MessageParams, t: Translate): boolean =>
  Object.values(params).some(
    (value) => bold === (typeof value === 'object' ? t(value.id, value.params) : String(value)),
  );

/** The first sentence of a message, without its marks and its full stop. */
function firstSentence(message: string): string {
  const plain = message.replaceAll('**', '');
  return /^.+?(?=[.:]?$|\. |。)/s.exec(plain)?.[0] ?? plain;
}

/** The title that goes with the caption, or else the caption's bold part. */
function boldOf(fact: Fact, t: Translate): string {
  const { id, params } = captionOf(fact);
  const decision = id.replace(/^caption\.(?=decision\.)/, '');
  if (decision !== id && isMessageId(decision)) return capitalized(t(decision, params));
  const titleId = id.replace(/^caption/, 'title');
  if (isMessageId(titleId)) return t(titleId, params);
  const message = t(id, params);
  const bold = message.split('**')[1] ?? message;
  const title = bold.replace(/[.。:：]$/, '');
  return isName(title, params, t) ? firstSentence(message) : capitalized(title);
}

/** Begins with a capital, unless it begins with a name. */
function capitalized(title: string): string {
  // A name that is written in lower case stays so: `nginx-7f8fbb96d`, `system:masters`.
  const isWord = /^(?!(kube|etcd|containerd|runc)[a-z]*)[a-z]+(?=[ ,]|$)/.test(title);
  // In a text with Han or kana letters a Latin word is a name.
  const isWide = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(title);
  return isWord && !isWide ? title.charAt(0).toUpperCase() + title.slice(1) : title;
}
