/** The request in the audit log: its stages so far, their level and their annotations. */
import type { ReactNode } from 'react';
import { auditEvent } from '#export/audit-event';
import { durationWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { player } from '#player/player';
import type { Fact, FactOf } from '#trace/facts';
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
            <Json value={auditEvent(fact)} label={t('inspector.audit.event')} />
          </li>
        ))}
      </ol>
    </>
  );
}
