/** The outcome of a fact in a few words, for the inspector's heading and for cause and effect. */
import type { Translate } from '#i18n/locale';
import type { Fact } from '#trace/trace-event';
import { captionOf } from '../narration/caption-of.ts';
import {
  componentWords,
  keyWords,
  objectWords,
  subresourceOf,
  verbOf,
} from '../narration/words.ts';

/** Facts whose names say it best are titled by them; the rest by the bold part of the caption. */
export function titleOf(fact: Fact, t: Translate): string {
  switch (fact.type) {
    case 'RequestSent': {
      const object = objectWords(fact.ref) + subresourceOf(fact.url);
      return `${verbOf(fact.method, fact.url)} ${object}`;
    }
    case 'TxnCommitted':
      return `${keyWords(fact.key)} @ ${fact.revision}`;
    case 'WatchEventReceived':
      return `${componentWords(fact.component)} ← ${fact.event} ${objectWords(fact.ref)}`;
    case 'CommandEntered':
      return fact.line;
    case 'CriCalled':
    case 'CriReturned':
      return fact.method;
    case 'ResponseSent':
    case 'ResponseReceived':
      return String(fact.code);
    default:
      return boldOf(fact, t);
  }
}

function boldOf(fact: Fact, t: Translate): string {
  const { id, params } = captionOf(fact);
  const message = t(id, params);
  const bold = message.split('**')[1] ?? message;
  const title = bold.replace(/[.。]$/, '');
  return title.charAt(0).toUpperCase() + title.slice(1);
}
