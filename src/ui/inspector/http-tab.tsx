/** The request of this step as it travels: line, headers, body, stages so far, answer. */
import type { ReactNode } from 'react';
import { Wrapped } from '#diagram/nodes/wrapped.tsx';
import { durationWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { Fact } from '#trace/facts';
import { AuditTrail } from './audit-trail.tsx';
import { Json } from './code-block.tsx';
import { CriCall } from './cri-call.tsx';
import { factsOfRequest, findFact, useFact } from './focus.ts';

export default function HttpTab(): ReactNode {
  const t = useT();
  const fact = useFact();
  const requests = usePlayer((state) => state.scene.requests);
  if (fact === undefined) return <p>{t('inspector.http.none')}</p>;
  if (fact.type === 'CriCalled' || fact.type === 'CriReturned') return <CriCall fact={fact} />;
  const { log } = player.getState();
  const facts = factsOfRequest(log, fact, requests.get(log.requestOf(fact.id)));
  const sent = findFact(facts, 'RequestSent');
  if (sent === undefined) return <p>{t('inspector.http.none')}</p>;
  const answer = findFact(facts, 'ResponseSent');
  return (
    <>
      <h3>{t('inspector.http.request')}</h3>
      <p className="cmd">
        <b>{sent.method}</b> <Wrapped text={sent.url} />
      </p>
      <dl className="facts wide">
        {Object.entries(sent.headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="mono">{value}</dd>
          </div>
        ))}
      </dl>
      {sent.body !== undefined && <Json value={sent.body} label={t('inspector.http.body')} />}
      <h3>{t('inspector.http.stages')}</h3>
      <Stages facts={facts} from={sent.at} />
      <AuditTrail facts={facts} />
      <h3>{t('inspector.http.response')}</h3>
      {answer === undefined ? (
        <p className="q">{t('inspector.http.pending')}</p>
      ) : (
        <>
          <p className={answer.code < 400 ? 'ok b' : 'fail b'}>
            {answer.code} {answer.reason}
          </p>
          {answer.body !== undefined && (
            <Json value={answer.body} label={t('inspector.http.body')} />
          )}
        </>
      )}
    </>
  );
}

/** Each stage with the time since the request left. */
function Stages({ facts, from }: { readonly facts: readonly Fact[]; from: number }): ReactNode {
  return (
    <ol className="stages num">
      {facts.map((fact) => (
        <li key={fact.id}>
          <button type="button" onClick={() => player.getState().seek(fact.id)}>
            <span>{fact.type}</span>
            <span>{durationWords(fact.at - from)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}
