/**
 * Inside the API server: one request, asked ten questions. The left column asks about the caller,
 * the right one about the object; a refusal comes out at the side with what the caller is told.
 */
import '../room-pane.css';
import './chain-room.css';
import { type ReactNode, useMemo } from 'react';
import type { NodeProps } from 'reactflow';
import type { Anchor } from '#facts/telling';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { RoomNode } from '../../elements.ts';
import { useCast } from '../../story/cast.ts';
import { Inside, narrowBelow } from '../inside.tsx';
import { useRequestFacts } from '../stage/request.ts';
import { AskLine } from './ask-line.tsx';
import { type Chain, chainOf, foldedIn, type Station } from './chain-model.ts';
import { Refusal } from './refusal.tsx';
import { StationItem } from './station-item.tsx';
import { linesOf, most } from './station-lines.ts';
import { TimeBar } from './time-bar.tsx';

/** Below this width the questions stand in one column, those beside the present one only. */
const oneColumnBelow = 760;
/** The line that asks, and the bar of times. */
const around = { head: 40, foot: 48, filters: 30 } as const;
/** Below this height there is room for fewer lines of each. */
const lowBelow = 420;
const left = 4;
/** What a refusal takes of the right column. */
const refusalHeight = 216;

export function ChainInside({ width = narrowBelow, height = 0 }: NodeProps<RoomNode>): ReactNode {
  const t = useT();
  const cursor = usePlayer((state) => state.cursor);
  const all = useRequestFacts();
  const chain = useMemo(() => chainOf(all, cursor), [all, cursor]);
  const one = width < oneColumnBelow;
  // In one column the bar of times stands below what one sees at first.
  const room = height - around.head - (one ? 0 : around.foot);
  const patches = room < lowBelow ? most.few : most.patches;
  const refused = chain.refusedAt !== undefined && chain.facts.get('ResponseSent') !== undefined;
  const told = useCast(({ anchors }) => anchors.join(' '));
  const columns = one
    ? [neighbours(chain.stations, told.split(' '))]
    : [chain.stations.slice(0, left), chain.stations.slice(left)];
  const lines = useMemo(() => linesOf(chain, patches), [chain, patches]);
  // What else stands in a column.
  const besides = (index: number): number =>
    (index === 0 && !one ? around.filters : 0) +
    (index === columns.length - 1 && refused ? refusalHeight : 0);
  return (
    <Inside
      of={`chain-room apiserver${one ? ' one-column' : ''}${room < lowBelow ? ' low' : ''}`}
      width={width}
    >
      <AskLine chain={chain} />
      <div className="chain-body" style={one ? undefined : { height: room }}>
        {!one && !refusedEarly(chain) && <Turn chain={chain} height={room} width={width} />}
        {columns.map((column, index) => (
          <div key={column[0]?.name} className="chain-column">
            {index === 0 && !one && <Filters chain={chain} />}
            {index === columns.length - 1 && refused && <Refusal chain={chain} />}
            <ol aria-label={t(index === 0 && !one ? 'room.chain.caller' : 'room.chain.object')}>
              {column.map((station) => (
                <StationItem
                  key={station.name}
                  station={station}
                  chain={chain}
                  patches={patches}
                  folded={foldedIn(column, lines, room - besides(index)).has(station.name)}
                />
              ))}
            </ol>
          </div>
        ))}
      </div>
      <TimeBar times={chain.times} refused={chain.refusedAt !== undefined} />
    </Inside>
  );
}

/** A refusal that the object never came to: the line does not go on. */
const refusedEarly = ({ stations, refusedAt }: Chain): boolean =>
  stations.slice(0, left).some(({ name }) => name === refusedAt);

/**
 * In a narrow canvas: the present question with the two before it and the one after it, and those
 * that are told of.
 */
function neighbours(all: readonly Station[], told: readonly Anchor[]): readonly Station[] {
  const now = Math.max(
    0,
    all.findIndex(({ state }) => state === 'now'),
  );
  const first = Math.max(0, now - 2);
  return all.filter(
    ({ name }, index) =>
      (index >= first && index < first + 4) || told.includes(`kube-apiserver/${name}`),
  );
}

interface TurnProps {
  readonly chain: Chain;
  readonly width: number;
  readonly height: number;
}

/** The line from the foot of the left column to the head of the right one. */
function Turn({ chain, width, height }: TurnProps): ReactNode {
  const reached = chain.stations
    .slice(left)
    .some(({ state }) => state === 'past' || state === 'now');
  const from = 30;
  const to = width / 2 + 14;
  return (
    <svg className={`chain-turn${reached ? ' past' : ''}`} aria-hidden="true">
      <path
        d={`M${from} 0V${height - 18}q0 10 10 10H${to - 26}q10 0 10-10V12q0-10 10-10q6 0 6 8V16`}
      />
    </svg>
  );
}

function Filters({ chain }: { readonly chain: Chain }): ReactNode {
  const t = useT();
  const n = chain.filters.length;
  const names = chain.filters.map((name) => name.replace(/^With/, ''));
  return (
    <p className="chain-filters" title={names.join(', ')}>
      {n === 0 ? t('room.chain.waits') : t('room.chain.filters', { n })}{' '}
      <span className="quiet">{names.slice(0, 3).join(', ')}</span>
    </p>
  );
}
