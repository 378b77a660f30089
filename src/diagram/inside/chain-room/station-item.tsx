/** One question with its answer and the reasons for it. */
import type { ReactNode } from 'react';
import type { ApiserverStage } from '#facts/fact-kind';
import { useT } from '#i18n/locale';
import { kindOfResource } from '#trace/object-key';
import { useAnchor } from '../../story/anchored.ts';
import { useKinds } from '../room-words.ts';
import { OpenStage } from '../stage/open-stage.tsx';
import { Authentication, Authorization, FlowControl, Routing } from './about-caller.tsx';
import { Admission, Answer, Decoding, Storing, Validation } from './about-object.tsx';
import type { Chain, Station, StationName } from './chain-model.ts';

interface StationItemProps {
  readonly station: Station;
  readonly chain: Chain;
  readonly folded: boolean;
  /** Lines of patches that have room. */
  readonly patches: number;
}

/** Stations that have tables of their own. */
const tables: Readonly<Partial<Record<StationName, ApiserverStage>>> = {
  authenticate: 'authenticate',
  'flow-control': 'flow-control',
  authorize: 'authorize',
  mutate: 'mutate',
  validate: 'validate',
  admit: 'validate',
  store: 'store',
};

export function StationItem({ station, chain, folded, patches }: StationItemProps): ReactNode {
  const t = useT();
  const { name, state, refused } = station;
  const info = chain.facts.get('RequestInfoResolved');
  const resource = info?.ref.resource ?? '';
  const kinds = useKinds(kindOfResource(resource) ?? resource);
  const anchor = useAnchor(`kube-apiserver/${name}`);
  const open = (state === 'past' || state === 'now') && !folded;
  const question =
    name === 'authorize' && info !== undefined
      ? t('room.chain.q.authorize.of', { verb: info.verb, kinds })
      : t(`room.chain.q.${name}`);
  const late = state === 'ahead' || state === 'unreached' || state === 'unasked';
  return (
    <li
      className={`chain-q is-${state}${refused ? ' refused' : ''}`}
      aria-current={state === 'now' ? 'step' : undefined}
    >
      <h4 {...anchor}>
        <OpenStage station={late ? undefined : tables[name]}>{question}</OpenStage>{' '}
        <em>{t(`room.chain.term.${name}`)}</em>
        {late && <small>{t(`room.chain.state.${state}`)}</small>}
      </h4>
      {open && <Reasons name={name} chain={chain} patches={patches} />}
    </li>
  );
}

interface ReasonsProps {
  readonly name: StationName;
  readonly chain: Chain;
  readonly patches: number;
}

function Reasons({ name, chain: { facts }, patches }: ReasonsProps): ReactNode {
  switch (name) {
    case 'authenticate':
      return <Authentication fact={facts.get('Authenticated')} />;
    case 'flow-control':
      return <FlowControl fact={facts.get('FlowControlled')} />;
    case 'authorize':
      return (
        <Authorization fact={facts.get('Authorized')} info={facts.get('RequestInfoResolved')} />
      );
    case 'route':
      return <Routing fact={facts.get('RequestRouted')} />;
    case 'decode':
      return <Decoding facts={facts} />;
    case 'mutate':
      return <Admission pass={facts.get('Mutated')} facts={facts} patches={patches} mutating />;
    case 'validate':
      return <Validation fact={facts.get('Validated')} />;
    case 'admit':
      return (
        <Admission pass={facts.get('Admitted')} facts={facts} patches={patches} mutating={false} />
      );
    case 'store':
      return <Storing facts={facts} />;
    case 'answer':
      return <Answer fact={facts.get('ResponseSent')} />;
  }
}
