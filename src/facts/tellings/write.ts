/** What the tellings of all writes to etcd have in common. */
import type { FactOf } from '#trace/facts';
import { storedObjectKey } from '#trace/object-key';
import type { Anchor } from '../telling.ts';
import { keyWords, whoOf } from '../words.ts';
import { inEtcd, outerRoom, roomFor } from './anchors.ts';
import { asStored, sentOf, withKind } from './objects.ts';
import type { TellingRun } from './telling-run.ts';

export type Write = FactOf<'TxnCommitted'>;

/** The things in the picture that a write can name. */
export const placesOf = (fact: Write, run: TellingRun): Readonly<Record<string, Anchor>> => ({
  object: inEtcd(fact.key),
  etcd: 'etcd',
  revision: 'etcd/revision',
  api: 'kube-apiserver',
  checks: 'kube-apiserver',
  who: roomFor(sentOf(run)?.component ?? 'kube-apiserver'),
});

/** The program that wanted the write, the API server and etcd. */
export const castOf = (run: TellingRun): readonly Anchor[] => {
  const sender = outerRoom(sentOf(run)?.component ?? 'kube-apiserver');
  return sender === 'kube-apiserver'
    ? ['kube-apiserver', 'etcd']
    : [sender, 'kube-apiserver', 'etcd'];
};

/** The parameters for the words of a write. */
export const writeParams = (fact: Write, run: TellingRun) => ({
  object: withKind(keyWords(fact.key), asStored(fact.value ?? run.before).kind),
  name: storedObjectKey(fact.key).split('/').at(-1) ?? '',
  revision: fact.revision,
  who: whoOf(sentOf(run)?.component ?? 'kube-apiserver'),
});
