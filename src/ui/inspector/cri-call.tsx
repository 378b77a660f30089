/** A call of the kubelet to its runtime: the method over gRPC, its request and its answer. */
import type { ReactNode } from 'react';
import { durationWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import type { FactOf } from '#trace/facts';
import { Json } from './code-block.tsx';

type Called = FactOf<'CriCalled'>;

export function CriCall({ fact }: { readonly fact: Called | FactOf<'CriReturned'> }): ReactNode {
  const t = useT();
  const called = fact.type === 'CriCalled' ? fact : calledBy(fact);
  if (called === undefined) return <p>{t('inspector.http.none')}</p>;
  return (
    <>
      <h3>{t('inspector.http.request')}</h3>
      <p className="cmd">
        <b>gRPC</b> /runtime.v1.{called.service}/{called.method}
      </p>
      <Json value={called.request} label={t('inspector.http.body')} open />
      <h3>{t('inspector.http.response')}</h3>
      {fact.type === 'CriCalled' ? (
        <p className="q">{t('inspector.http.pending')}</p>
      ) : (
        <Answer fact={fact} after={fact.at - called.at} />
      )}
    </>
  );
}

interface AnswerProps {
  readonly fact: FactOf<'CriReturned'>;
  /** Microseconds since the call. */
  readonly after: number;
}

function Answer({ fact: { error, response }, after }: AnswerProps): ReactNode {
  const t = useT();
  return (
    <>
      <p className={error === undefined ? 'ok b' : 'fail b'}>
        {error === undefined ? 'OK' : error.message}, {durationWords(after)}
      </p>
      {response !== undefined && <Json value={response} label={t('inspector.http.body')} open />}
    </>
  );
}

/** The call that an answer belongs to. */
function calledBy({ id, call, node, pod, cause }: FactOf<'CriReturned'>): Called | undefined {
  const { log } = player.getState();
  for (const each of log.callsOf(pod)) {
    const found = log.fact(each);
    if (each > id) break;
    if (found?.type === 'CriCalled' && found.call === call && found.node === node) return found;
  }
  const before = log.fact(cause);
  return before?.type === 'CriCalled' ? before : undefined;
}
