/** The request of this step as it travels: line, headers, body, stages so far, answer. */
import type { ReactNode } from 'react';
import { Wrapped } from '#diagram/nodes/wrapped.tsx';
import { auditEvent } from '#export/audit-log';
import { durationWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { player, usePlayer } from '#player/player';
import type { Fact, FactOf } from '#trace/facts';
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

type Logged = FactOf<'AuditEventLogged'>;

/** The request in the audit log: its stages so far, at which level, with which annotations. */
function AuditTrail({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  const t = useT();
  const received = findFact(facts, 'RequestReceived');
  if (received === undefined) return null;
  const logged = facts.filter((fact): fact is Logged => fact.type === 'AuditEventLogged');
  return (
    <>
      <h3>{t('inspector.audit.title')}</h3>
      <p className="mono q audit-id">{received.auditId}</p>
      {logged.length === 0 && <p className="qq">{t('inspector.audit.none')}</p>}
      <ol className="audit">
        {logged.map((fact) => (
          <li key={fact.id}>
            <button type="button" onClick={() => player.getState().seek(fact.id)}>
              <b>{fact.stage}</b>
              <span className="q">{fact.level}</span>
              <span className="num q">{durationWords(fact.at - fact.receivedAt)}</span>
            </button>
            <Json value={auditEvent(fact)} label={t('inspector.audit.event')} />
          </li>
        ))}
      </ol>
    </>
  );
}
