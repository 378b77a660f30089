/** The request in the audit log: its stages so far, at which level, with which annotations. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import type { Fact, FactOf } from '#trace/trace-event';
import { durationWords } from '../narration/words.ts';
import { Json } from './code-block.tsx';
import { findFact } from './focus.ts';

type Logged = FactOf<'AuditEventLogged'>;

export function AuditTrail({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
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
            <Json value={eventOf(fact)} label={t('inspector.audit.event')} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The fields of audit.k8s.io/v1 Event that the fact carries, in their order. */
function eventOf(fact: Logged): object {
  const { ref, user, groups, impersonatedUser, requestObject, responseObject } = fact;
  const { resource, namespace, name } = ref;
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    level: fact.level,
    auditID: fact.auditId,
    stage: fact.stage,
    requestURI: fact.uri,
    verb: fact.verb,
    user: { username: user, groups },
    ...(impersonatedUser === undefined ? {} : { impersonatedUser: { username: impersonatedUser } }),
    userAgent: fact.agent,
    objectRef: { resource, namespace, name, subresource: fact.subresource || undefined },
    responseStatus: { code: fact.code, reason: fact.reason || undefined },
    annotations: fact.annotations,
    ...(requestObject === undefined ? {} : { requestObject }),
    ...(responseObject === undefined ? {} : { responseObject }),
  };
}
