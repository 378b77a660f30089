/** One stage of a request's way through the API server, as tables of questions and decisions. */

import type { ReactNode } from 'react';
import type { ApiserverStage } from '#facts/fact-kind';
import { type Translate, useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import type { KubeObject, StoredKey } from '#player/scene';
import type { Fact, FactOf } from '#trace/facts';
import { etcdKeyOfObject } from '#trace/object-key';
import { answerLooks } from '../../answers.ts';
import { findOf, usePastFacts } from './request.ts';
import { StageFrame, StageTable, type TableRow, Value } from './stage-frame.tsx';

interface ApiserverStageProps {
  readonly stage: ApiserverStage;
  readonly width: number | undefined;
}

export function ApiserverStageTables({ stage, width }: ApiserverStageProps): ReactNode {
  const t = useT();
  const facts = usePastFacts();
  const sent = findOf(facts, 'RequestSent');
  return (
    <StageFrame
      family="apiserver"
      title={t(`stage.apiserver.${stage}`)}
      width={width}
      about={<code>{sent === undefined ? '' : `${sent.user}: ${sent.method} ${sent.url}`}</code>}
    >
      <Tables stage={stage} facts={facts} />
    </StageFrame>
  );
}

interface TablesProps {
  readonly stage: ApiserverStage;
  readonly facts: readonly Fact[];
}

function Tables({ stage, facts }: TablesProps): ReactNode {
  switch (stage) {
    case 'authenticate':
      return <Authenticators fact={findOf(facts, 'Authenticated')} />;
    case 'flow-control':
      return <FlowControl fact={findOf(facts, 'FlowControlled')} />;
    case 'authorize':
      return <Authorizers fact={findOf(facts, 'Authorized')} />;
    case 'mutate':
      return <Mutations facts={facts} />;
    case 'validate':
      return <Validation facts={facts} />;
    case 'store':
      return <Storage facts={facts} />;
  }
}

function Authenticators({
  fact,
}: {
  readonly fact: FactOf<'Authenticated'> | undefined;
}): ReactNode {
  const t = useT();
  const rows = (fact?.tried ?? []).map(
    ({ authenticator, outcome, detail }): TableRow => ({
      key: authenticator,
      cells: [authenticator, wordFor(t, 'answer', outcome), <code key="d">{detail}</code>],
      ...answerLooks[outcome],
    }),
  );
  return (
    <>
      <StageTable
        columns={[t('stage.authenticator'), t('stage.outcome'), t('stage.detail')]}
        rows={rows}
        empty={t('stage.notYet')}
      />
      {fact !== undefined && (
        <p className="second">
          <b>{fact.user}</b> {fact.groups.join(', ')}
        </p>
      )}
    </>
  );
}

function FlowControl({ fact }: { readonly fact: FactOf<'FlowControlled'> | undefined }): ReactNode {
  const t = useT();
  const { flowSchema, priorityLevel, outcome = '', queue, seatsInUse, seats } = fact ?? {};
  const answer = wordFor(t, 'answer', outcome);
  const columns = ['FlowSchema', 'PriorityLevel', t('stage.outcome'), t('stage.queue')];
  const rows: readonly TableRow[] =
    fact === undefined
      ? []
      : [
          {
            key: 1,
            cells: [flowSchema, priorityLevel, answer, queue ?? '', `${seatsInUse} / ${seats}`],
            look: outcome === 'rejected' ? 'fail' : 'on',
          },
        ];
  return (
    <StageTable
      columns={[...columns, t('stage.seats')]}
      numbers={[3, 4]}
      rows={rows}
      empty={t('stage.notYet')}
    />
  );
}

function Authorizers({ fact }: { readonly fact: FactOf<'Authorized'> | undefined }): ReactNode {
  const t = useT();
  const tried = fact?.tried.find(({ rbac }) => rbac !== undefined)?.rbac;
  const rows = (fact?.tried ?? []).map(
    ({ authorizer, decision, reason }): TableRow => ({
      key: authorizer,
      cells: [authorizer, wordFor(t, 'answer', decision), <code key="r">{reason}</code>],
      look: answerLooks[decision].look,
      // Where rules were tried, the reader looks for the rule that allowed the request.
      acts: answerLooks[decision].acts && tried?.binding === undefined,
    }),
  );
  return (
    <>
      <StageTable
        columns={[t('stage.authorizer'), t('stage.decision'), t('stage.reason')]}
        rows={rows}
        empty={t('stage.notYet')}
      />
      {tried !== undefined && <RbacRules tried={tried} />}
    </>
  );
}

type Tried = NonNullable<FactOf<'Authorized'>['tried'][number]['rbac']>;

interface RoleObject extends KubeObject {
  readonly rules?: readonly {
    readonly verbs?: readonly string[];
    readonly apiGroups?: readonly string[];
    readonly resources?: readonly string[];
    readonly resourceNames?: readonly string[];
    readonly nonResourceURLs?: readonly string[];
  }[];
}

interface BindingObject extends KubeObject {
  readonly roleRef?: { readonly kind: string; readonly name: string };
}

type Keys = ReadonlyMap<string, StoredKey>;

/** The rules of each binding's role in the order they were tried, down to the one that allowed. */
function RbacRules({ tried }: { readonly tried: Tried }): ReactNode {
  const t = useT();
  const keys = usePlayer(({ scene }) => scene.etcd.keys);
  const asked = tried.bindings.slice(0, (tried.binding ?? tried.bindings.length) + 1);
  const rows = asked.flatMap((binding, at) => rowsOfBinding(keys, binding, at, tried));
  const columns = ['binding', 'role', 'rule', 'verbs', 'resources'] as const;
  return (
    <>
      <StageTable
        title={t('stage.rbac.title', { n: rows.length, bindings: asked.length })}
        columns={columns.map((column) => t(`stage.rbac.${column}`))}
        numbers={[2]}
        rows={rows}
        empty={t('stage.rbac.none')}
      />
      {tried.binding !== undefined && asked.length < tried.bindings.length && (
        <p className="quiet">{t('stage.rbac.rest', { n: tried.bindings.length - asked.length })}</p>
      )}
    </>
  );
}

function rowsOfBinding(keys: Keys, binding: string, at: number, tried: Tried): readonly TableRow[] {
  const stored = keys.get(etcdKeyOfObject(binding))?.object as BindingObject | undefined;
  const name = binding.slice(binding.lastIndexOf('/') + 1);
  const role = stored?.roleRef;
  const rules = role === undefined ? [] : (roleOf(keys, binding, role)?.rules ?? []);
  const last = at === tried.binding ? (tried.rule ?? rules.length) + 1 : rules.length;
  return rules
    .slice(0, last)
    .map(({ verbs = [], apiGroups = [], resources = [], resourceNames = [], ...rest }, rule) => ({
      key: `${binding} ${rule}`,
      cells: [
        rule === 0 ? name : '',
        rule === 0 ? `${role?.kind} ${role?.name}` : '',
        rule + 1,
        verbs.join(' '),
        [
          (rest.nonResourceURLs ?? []).join(' '),
          resources.map((resource) => withGroups(resource, apiGroups)).join(' '),
          resourceNames.length === 0 ? '' : `[${resourceNames.join(' ')}]`,
        ]
          .join(' ')
          .trim(),
      ],
      look: at === tried.binding && rule === tried.rule ? ('on' as const) : ('off' as const),
      acts: at === tried.binding && rule === tried.rule,
    }));
}

function roleOf(
  keys: Keys,
  binding: string,
  { kind, name }: { readonly kind: string; readonly name: string },
): RoleObject | undefined {
  const namespace = binding.split('/').at(-2) ?? '';
  const key = kind === 'ClusterRole' ? `clusterroles/${name}` : `roles/${namespace}/${name}`;
  return keys.get(etcdKeyOfObject(key))?.object as RoleObject | undefined;
}

const withGroups = (resource: string, groups: readonly string[]): string =>
  groups.every((group) => group === '') ? resource : `${resource}.${groups.join('|')}`;

function Mutations({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  const t = useT();
  const mutated = findOf(facts, 'Mutated');
  const decoded = findOf(facts, 'Decoded');
  const patches = (mutated?.plugins ?? []).flatMap(({ plugin, patch = [] }) =>
    patch.map(
      ({ op, path, value }, index): TableRow => ({
        key: `${plugin} ${path}`,
        cells: [
          index === 0 ? plugin : '',
          op,
          <code key="p">{path}</code>,
          <Value key="v" value={value} />,
        ],
        look: 'on',
      }),
    ),
  );
  return (
    <>
      {decoded !== undefined && (
        <p className="second">
          <code>{decoded.contentType}</code> {decoded.fieldValidation}{' '}
          <span className="fail">{decoded.problems.join('; ')}</span>
        </p>
      )}
      <StageTable
        title={t('stage.patches')}
        columns={[t('stage.plugin'), t('stage.op'), t('stage.path'), t('stage.value')]}
        rows={patches}
        empty={mutated === undefined ? t('stage.notYet') : t('stage.patches.none')}
      />
      <Webhooks facts={facts} />
      <Plugins plugins={mutated?.plugins ?? []} />
    </>
  );
}

function Validation({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  const t = useT();
  const validated = findOf(facts, 'Validated');
  const errors = (validated?.errors ?? []).map(
    (error): TableRow => ({ key: error, cells: [error], look: 'fail', acts: true }),
  );
  return (
    <>
      <StageTable
        title={t('stage.strategy')}
        columns={[t('stage.error')]}
        rows={errors}
        empty={validated === undefined ? t('stage.notYet') : t('stage.valid')}
      />
      <Webhooks facts={facts} />
      <Plugins plugins={findOf(facts, 'Admitted')?.plugins ?? []} />
    </>
  );
}

function Webhooks({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  const t = useT();
  const called = facts.filter((fact) => fact.type === 'WebhookCalled');
  if (called.length === 0) return null;
  return (
    <StageTable
      title={t('stage.webhooks')}
      columns={[t('stage.webhook'), 'URL', t('stage.outcome'), t('stage.detail')]}
      rows={called.map(({ id, webhook, url, outcome, detail }) => ({
        key: id,
        cells: [webhook, <code key="u">{url}</code>, wordFor(t, 'answer', outcome), detail],
        look: outcome === 'allowed' ? 'on' : 'fail',
        acts: outcome !== 'allowed',
        fact: id,
      }))}
      empty=""
    />
  );
}

function Plugins({ plugins }: { readonly plugins: FactOf<'Mutated'>['plugins'] }): ReactNode {
  const t = useT();
  return (
    <StageTable
      title={t('stage.plugins', { n: plugins.length })}
      columns={[t('stage.plugin'), t('stage.outcome'), t('stage.detail')]}
      rows={plugins.map(({ plugin, outcome, detail }) => ({
        key: plugin,
        cells: [plugin, wordFor(t, 'answer', outcome), wordFor(t, 'plugin.detail', detail)],
        ...answerLooks[outcome],
      }))}
      empty={t('stage.notYet')}
    />
  );
}

function Storage({ facts }: { readonly facts: readonly Fact[] }): ReactNode {
  const t = useT();
  const rows = facts.flatMap((fact): TableRow[] => {
    const cells = storageCells(t, fact);
    return cells === undefined
      ? []
      : [{ key: fact.id, cells: [fact.type, ...cells], fact: fact.id }];
  });
  const answer = findOf(facts, 'ResponseSent');
  return (
    <>
      <StageTable
        columns={[t('stage.step'), t('stage.key'), t('stage.detail')]}
        rows={rows}
        empty={t('stage.notYet')}
      />
      {answer !== undefined && (
        <p className={answer.code < 400 ? 'second' : 'fail'}>
          <b>
            {answer.code} {answer.reason}
          </b>{' '}
          {answer.message}
        </p>
      )}
    </>
  );
}

function storageCells(t: Translate, fact: Fact): readonly ReactNode[] | undefined {
  switch (fact.type) {
    case 'StorageWriteStarted':
      return [
        <code key="k">{fact.key}</code>,
        t('stage.store.expects', {
          version: fact.storageVersion,
          revision: fact.expectedRevision,
        }),
      ];
    case 'TxnCommitted':
      return [
        <code key="k">{fact.key}</code>,
        t('stage.store.written', {
          op: fact.op,
          revision: fact.revision,
          version: fact.version,
        }),
      ];
    case 'TxnRefused':
      return [
        <code key="k">{fact.key}</code>,
        t('stage.store.other', {
          actual: fact.actualRevision,
          expected: fact.expectedRevision,
        }),
      ];
    case 'RangeRead':
      return [
        <code key="k">{fact.key}</code>,
        t('stage.store.counted', { n: fact.count, revision: fact.revision }),
      ];
    case 'ReadServed':
      return [fact.from, t('stage.store.served', { n: fact.items, version: fact.resourceVersion })];
    default:
      return undefined;
  }
}
