/** The outcome of a fact in a few words, for the inspector's heading and for cause and effect. */
import type { Translate } from '#i18n/locale';
import { isMessageId, type MessageParams } from '#i18n/t';
import { asksForObjects, generateNameOf } from '#player/object-words';
import type { Fact, FactOf } from '#trace/trace-event';
import { captionOf } from '../narration/caption-of.ts';
import { highestScore } from '../narration/caption-of-scheduler.ts';
import { keyWords, objectWords, subresourceOf, verbOf, whoOf } from '../narration/words.ts';

/** Facts with an outcome of their own are titled by it; the rest by their captions. */
export function titleOf(fact: Fact, t: Translate): string {
  switch (fact.type) {
    case 'RequestSent': {
      const object = asksForObjects(fact)
        ? objectWords(fact.ref) + subresourceOf(fact.url)
        : fact.url.split('?', 1)[0];
      const rest = generateNameOf(fact.body) === undefined ? '' : '…';
      return `${verbOf(fact.method, fact.url)} ${object}${rest}`;
    }
    case 'TxnCommitted': {
      const { key, revision } = fact;
      const id = fact.op === 'delete' ? 'title.TxnCommitted.delete' : 'title.TxnCommitted';
      return t(id, { object: keyWords(key), revision });
    }
    case 'WatchEventReceived': {
      const { component, ref } = fact;
      return t('title.WatchEventReceived', {
        who: whoOf(component),
        object: objectWords(ref),
      });
    }
    case 'CommandEntered':
      return fact.line;
    case 'CriCalled':
      return t('title.CriCalled', { method: fact.method });
    case 'CriReturned': {
      const id = fact.error === undefined ? 'title.CriReturned' : 'title.CriReturned.error';
      return t(id, { method: fact.method });
    }
    case 'SyncLoopPicked':
      return t('title.SyncLoopPicked', { channel: fact.channel });
    case 'LeaderElected':
      return t('title.LeaderElected', { who: whoOf(fact.component) });
    case 'NodesFiltered': {
      const feasible = fact.nodes.filter((node) => node.feasible).length;
      return t('title.NodesFiltered', { feasible, total: fact.nodes.length });
    }
    case 'NodesScored': {
      const { kind, params } = highestScore(fact);
      return t(`title.NodesScored.${kind}`, params);
    }
    default:
      return stageTitle(fact, t) ?? boldOf(fact, t);
  }
}

/** The stages of the API server. */
function stageTitle(fact: Fact, t: Translate): string | undefined {
  switch (fact.type) {
    case 'RequestReceived':
      return t('title.RequestReceived');
    case 'Authenticated':
      return fact.succeeded ? t('title.Authenticated', { user: fact.user }) : undefined;
    case 'FlowControlled':
      return t('title.FlowControlled', { level: fact.priorityLevel });
    case 'Authorized':
      if (fact.tried.at(-1)?.authorizer === 'system:masters') return t('title.Authorized.masters');
      return fact.allowed
        ? t('title.Authorized', { authorizer: fact.tried.at(-1)?.authorizer ?? '' })
        : t('title.Authorized.denied');
    case 'Mutated':
      return mutatedTitle(fact, t);
    case 'Validated':
      return fact.errors.length === 0 ? t('title.Validated') : undefined;
    case 'Admitted':
      return isDenied(fact) ? undefined : t('title.Admitted');
    case 'StorageWriteStarted':
      return t('title.StorageWriteStarted', { object: keyWords(fact.key) });
    case 'WatchCacheUpdated':
      return t('title.WatchCacheUpdated', { object: objectWords(fact.ref) });
    case 'ResponseSent':
      return t('title.Response', { code: `${fact.code} ${fact.reason}`.trim() });
    case 'ResponseReceived':
      return t('title.Response', { code: fact.code });
    case 'AuditEventLogged':
      return t('title.AuditEventLogged', { stage: fact.stage });
    default:
      return undefined;
  }
}

function mutatedTitle(fact: FactOf<'Mutated'>, t: Translate): string | undefined {
  if (isDenied(fact)) return undefined;
  const n = fact.plugins.filter(({ outcome }) => outcome === 'changed').length;
  return n === 0 ? t('title.Mutated.none') : t('title.Mutated', { n });
}

const isDenied = ({ plugins }: FactOf<'Mutated' | 'Admitted'>): boolean =>
  plugins.some(({ outcome }) => outcome === 'denied');

/** Whether the bold part is only something's name or number, which says nothing by itself. */
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
  const titleId = id.replace(/^caption\.(?=decision\.)|^caption/, (prefix) =>
    prefix === 'caption' ? 'title' : '',
  );
  if (isMessageId(titleId)) return capitalized(t(titleId, params));
  const message = t(id, params);
  const bold = message.split('**')[1] ?? message;
  const title = bold.replace(/[.。:：]$/, '');
  return isName(title, params, t) ? firstSentence(message) : capitalized(title);
}

/** Begins with a capital, unless it begins with a name. */
function capitalized(title: string): string {
  // A name that is written in lower case stays so: `nginx-7f8fbb96d`, `system:masters`.
  const isWord = /^(?!(kube|etcd|containerd|runc)[a-z]*)[a-z]+(?=[ ,]|$)/.test(title);
  // Among wide letters a Latin word is a name.
  const isWide = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u.test(title);
  return isWord && !isWide ? title.charAt(0).toUpperCase() + title.slice(1) : title;
}
