/** What is asked about the caller: who it is, whether there is room, what it may do. */
import { Fragment, type ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import type { FactOf } from '#trace/facts';
import { Rich } from '../rich.tsx';
import { allowingRule, nameOf, type RbacTried } from './rbac-rule.ts';
import { most } from './station-lines.ts';

interface AskedProps {
  readonly sign: '✓' | '–' | '✕';
  readonly who: string;
  readonly says: string;
}

/** One of those that are asked in order, and what it says. */
function Asked({ sign, who, says }: AskedProps): ReactNode {
  const look = sign === '✓' ? 'yes' : sign === '✕' ? 'no' : 'silent';
  return (
    <li className={look}>
      <span aria-hidden="true">{sign}</span>
      <span>{who}</span>
      <span title={says}>{says}</span>
    </li>
  );
}

const signs = {
  authenticated: '✓',
  allow: '✓',
  'no opinion': '–',
  error: '✕',
  deny: '✕',
} as const;

export function Authentication({
  fact,
}: {
  readonly fact: FactOf<'Authenticated'> | undefined;
}): ReactNode {
  const t = useT();
  if (fact === undefined) return null;
  const groups = fact.groups.join(', ');
  return (
    <>
      <p className="answer" title={groups}>
        {fact.succeeded ? (
          <>
            <b>{fact.user.replace('system:serviceaccount:', '')}</b>{' '}
            {groups !== '' && t('room.chain.groups', { groups })}
          </>
        ) : (
          <b>{t('room.chain.nobodyKnows')}</b>
        )}
      </p>
      <ul className="chain-asked">
        {fact.tried.map(({ authenticator, outcome, detail }) => (
          <Asked
            key={authenticator}
            sign={signs[outcome]}
            who={authenticator}
            says={outcome === 'no opinion' ? detail : wordFor(t, 'answer', outcome)}
          />
        ))}
      </ul>
    </>
  );
}

export function FlowControl({
  fact,
}: {
  readonly fact: FactOf<'FlowControlled'> | undefined;
}): ReactNode {
  const t = useT();
  if (fact === undefined) return null;
  const { outcome, priorityLevel: level, queue = 0, seatsInUse = 0, seats: all = 0 } = fact;
  const seats = { id: 'room.chain.seats', params: { n: seatsInUse, all } } as const;
  return (
    <p className={outcome === 'rejected' ? 'answer fail' : 'answer'}>
      <Rich>{t(`room.chain.flow.${outcome}`, { level, queue, seats })}</Rich>
    </p>
  );
}

interface AuthorizationProps {
  readonly fact: FactOf<'Authorized'> | undefined;
  readonly info: FactOf<'RequestInfoResolved'> | undefined;
}

export function Authorization({ fact, info }: AuthorizationProps): ReactNode {
  const t = useT();
  if (fact === undefined) return null;
  const denier = fact.tried.find(({ decision }) => decision === 'deny');
  const rbac = fact.tried.find((each) => each.rbac !== undefined)?.rbac;
  return (
    <>
      <p className={fact.allowed ? 'answer' : 'answer fail'}>
        <Rich>
          {fact.allowed
            ? t('room.chain.may.yes')
            : denier === undefined
              ? t('room.chain.may.silence')
              : t('room.chain.may.no', { who: denier.authorizer })}
        </Rich>
      </p>
      <ul className="chain-asked">
        {fact.tried.map(({ authorizer, decision, reason }) => (
          <Asked
            key={authorizer}
            sign={signs[decision]}
            who={authorizer}
            says={
              decision === 'no opinion' && reason !== ''
                ? `${wordFor(t, 'answer', decision)}: ${reason}`
                : wordFor(t, 'answer', decision)
            }
          />
        ))}
      </ul>
      {rbac !== undefined && (fact.allowed ? <Allowing tried={rbac} /> : null)}
      {rbac !== undefined && !fact.allowed && <Missing tried={rbac} info={info} />}
    </>
  );
}

/** Binding, role and rule that allowed. */
function Allowing({ tried }: { readonly tried: RbacTried }): ReactNode {
  const t = useT();
  const keys = usePlayer(({ scene }) => scene.etcd.keys);
  const found = allowingRule(keys, tried);
  if (found === undefined) return null;
  const { binding, role, roleKind, rule, rules, verbs, resources } = found;
  return (
    <dl className="rule-box">
      <dt>{t('room.chain.binding')}</dt>
      <dd>
        {binding}{' '}
        <span className="quiet">
          {t('room.chain.nth', { n: (tried.binding ?? 0) + 1, all: tried.bindings.length })}
        </span>
      </dd>
      <dt>{t('room.chain.role')}</dt>
      <dd>
        {roleKind} {role === binding ? t('room.chain.sameName') : role}
        {rule !== undefined && `, ${t('room.chain.rule', { n: rule, all: rules })}`}
      </dd>
      {rule !== undefined && (
        <>
          <dt>{t('room.chain.allows')}</dt>
          <dd>
            {verbs.join(', ')} <b>{resources.join(', ')}</b>
          </dd>
        </>
      )}
    </dl>
  );
}

interface MissingProps {
  readonly tried: RbacTried;
  readonly info: FactOf<'RequestInfoResolved'> | undefined;
}

/** The bindings that hold for the caller, and what none of them allows. */
function Missing({ tried, info }: MissingProps): ReactNode {
  const t = useT();
  const shown = tried.bindings.slice(0, most.bindings);
  const [resource = '', ...group] = (info?.ref.resource ?? '').split('.');
  return (
    <dl className="rule-box">
      <dt>{t('room.chain.lookedAt')}</dt>
      <dd>{t('room.chain.bindings', { n: tried.bindings.length })}</dd>
      {shown.map((binding) => (
        <Fragment key={binding}>
          <dt />
          <dd className="quiet">{nameOf(binding)}</dd>
        </Fragment>
      ))}
      <dt>{t('room.chain.missing')}</dt>
      <dd>
        <b>
          {info?.verb} {resource}
        </b>{' '}
        {group.length > 0 && t('room.chain.inGroup', { group: group.join('.') })}
      </dd>
    </dl>
  );
}

export function Routing({
  fact,
}: {
  readonly fact: FactOf<'RequestRouted'> | undefined;
}): ReactNode {
  const t = useT();
  if (fact === undefined) return null;
  const { servedBy, asked } = fact;
  const before = asked.filter((each) => each !== servedBy);
  return (
    <p className="answer">
      {before.length > 0 && `${t('room.chain.passesOn', { who: before.join(', ') })} `}
      <Rich>{t('room.chain.serves', { who: servedBy })}</Rich>
    </p>
  );
}
