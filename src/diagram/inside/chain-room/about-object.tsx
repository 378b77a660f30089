/** What happens to the object: it is read, completed, checked, stored, and the caller answered. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import type { FactOf } from '#trace/facts';
import { kindOfResource } from '#trace/object-key';
import { Rich } from '../rich.tsx';
import { groupsOf, type PluginGroups, patchLine, type RequestFacts } from './chain-model.ts';
import { most } from './station-lines.ts';

interface FactsProps {
  readonly facts: RequestFacts;
}

export function Decoding({ facts }: FactsProps): ReactNode {
  const t = useT();
  const decoded = facts.get('Decoded');
  const resource = facts.get('RequestInfoResolved')?.ref.resource ?? '';
  if (decoded === undefined) return null;
  const defaulted = facts.get('Defaulted') !== undefined;
  return (
    <p className={decoded.problems.length > 0 ? 'answer fail' : 'answer'}>
      <b>{kindOfResource(resource) ?? resource}</b>, {decoded.contentType.split('/').at(-1)}
      {decoded.problems.length > 0
        ? `: ${decoded.problems.join('; ')}`
        : `, ${t('room.chain.known')}`}
      {defaulted && ` ${t('room.chain.defaulted')}`}
    </p>
  );
}

interface AdmissionProps extends FactsProps {
  readonly pass: FactOf<'Mutated'> | FactOf<'Admitted'> | undefined;
  readonly mutating: boolean;
  /** Lines of patches that have room. */
  readonly patches: number;
}

export function Admission({ pass, facts, mutating, patches }: AdmissionProps): ReactNode {
  const t = useT();
  const webhooks = facts
    .all('WebhookCalled')
    .filter(({ id }) => mutating === id < (facts.get('Validated')?.id ?? Number.MAX_SAFE_INTEGER));
  const groups = groupsOf(pass?.plugins ?? []);
  const { changed, looked, denied, inert, off } = groups;
  const names = looked.slice(0, most.lookers).join(', ');
  const more = looked.length - most.lookers;
  return (
    <ul className="chain-groups">
      {denied.map(({ plugin, detail }) => (
        <li key={plugin} className="fail">
          <span aria-hidden="true">✕</span>
          <span>
            <b>{plugin}</b> {wordFor(t, 'plugin.detail', detail)}
          </span>
        </li>
      ))}
      {webhooks.map(({ id, webhook, outcome, detail }) => (
        <li key={id} className={outcome === 'allowed' ? '' : 'fail'}>
          <span aria-hidden="true">{outcome === 'allowed' ? '✓' : '✕'}</span>
          <span>
            <b>{webhook}</b> {wordFor(t, 'answer', outcome)} {detail}
          </span>
        </li>
      ))}
      {changed.length > 0 && <Changed changed={changed} most={patches} />}
      {looked.length > 0 && (
        <li>
          <span aria-hidden="true">◉</span>
          <span className="lookers">
            <b>{t('room.chain.looked', { n: looked.length })}</b>{' '}
            <span className="second">
              {names}
              {more > 0 && ` + ${more}`}
            </span>
          </span>
        </li>
      )}
      {pass !== undefined && (
        <li className="quiet">
          <span aria-hidden="true">–</span>
          <span>
            {t('room.chain.inert', { n: inert })}, {t('room.chain.off', { n: off })}
          </span>
        </li>
      )}
    </ul>
  );
}

interface ChangedProps extends Pick<PluginGroups, 'changed'> {
  /** Lines that have room. */
  readonly most: number;
}

/** Those that changed the object, each with its patch, as far as there is room. */
function Changed({ changed, most }: ChangedProps): ReactNode {
  const t = useT();
  const all = changed.flatMap(({ patch = [] }) => patch).length;
  const room = { left: most };
  return (
    <li>
      <span aria-hidden="true">✎</span>
      <div>
        <b>{t('room.chain.changed', { n: changed.length })}</b>
        {changed.map(({ plugin, patch = [] }) => {
          const lines = patch.slice(0, room.left).map(patchLine);
          room.left -= lines.length;
          return (
            <div key={plugin}>
              <b>{plugin}</b>
              {lines.map((line) => (
                <code key={line} className="patch-line" title={line}>
                  {line}
                </code>
              ))}
            </div>
          );
        })}
        {all > most && <span className="quiet">{t('room.moreLines', { n: all - most })}</span>}
      </div>
    </li>
  );
}

export function Validation({
  fact,
}: {
  readonly fact: FactOf<'Validated'> | undefined;
}): ReactNode {
  const t = useT();
  if (fact === undefined) return null;
  if (fact.errors.length === 0) return <p className="answer">{t('room.chain.valid')}</p>;
  return (
    <ul className="chain-groups">
      {fact.errors.map((error) => (
        <li key={error} className="fail">
          <span aria-hidden="true">✕</span>
          <span>{error}</span>
        </li>
      ))}
    </ul>
  );
}

export function Storing({ facts }: FactsProps): ReactNode {
  const t = useT();
  const read = facts.get('ReadServed');
  const write = facts.get('StorageWriteStarted');
  const stored = facts.get('TxnCommitted');
  const refused = facts.get('TxnRefused');
  if (write === undefined) {
    return read === undefined ? null : (
      <p className="answer">{t('room.chain.read', { n: read.items, from: read.from })}</p>
    );
  }
  const { key, expectedRevision: revision } = write;
  return (
    <>
      <p className="answer">
        <code>{key}</code>
      </p>
      <p className={refused === undefined ? 'answer' : 'answer fail'}>
        {refused !== undefined ? (
          t('answer.conflict')
        ) : stored !== undefined ? (
          <Rich>{t('room.chain.stored', { revision: stored.revision })}</Rich>
        ) : (
          <Rich>
            {revision === 0 ? t('room.etcd.condition.new') : t('room.etcd.condition', { revision })}
          </Rich>
        )}
      </p>
    </>
  );
}

export function Answer({ fact }: { readonly fact: FactOf<'ResponseSent'> | undefined }): ReactNode {
  if (fact === undefined) return null;
  return (
    <p className={fact.code < 400 ? 'answer' : 'answer fail'}>
      <b>
        {fact.code} {fact.reason}
      </b>
    </p>
  );
}
