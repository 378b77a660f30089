/**
 * The API server: six stations on one line, and the watch caches of the resources of this story.
 */

import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { RequestScene } from '#player/scene';
import { type ClusterLayout, type Station, stations } from '../layout/layout.ts';
import { lastStation } from '../motion/request-line.ts';
import { currentPlace, currentRequest, useShown } from '../selectors.ts';
import { useAnchor } from '../story/anchored.ts';
import { Room } from './room.tsx';
import { Ticket } from './ticket.tsx';

const shownCaches = ['deployments.apps', 'replicasets.apps', 'pods'] as const;
const shorts = { 'deployments.apps': 'deploy', 'replicasets.apps': 'rs', pods: 'pods' } as const;

export function KubeApiserverRoom({ layout }: { readonly layout: ClusterLayout }): ReactNode {
  const t = useT();
  const request = usePlayer(currentRequest);
  const here = usePlayer((player) => currentPlace(player)?.station);
  const caches = useShown(({ watchCaches }) => watchCaches);
  const state =
    request === undefined
      ? t('diagram.apiserver.idle')
      : t('diagram.apiserver.request', { method: request.method, resource: request.ref.resource });
  return (
    <Room id="kube-apiserver" family="apiserver" state={state}>
      <Trunk layout={layout} request={request} here={here} />
      <div
        className={isLow(layout) ? 'watch-caches no-room' : 'watch-caches'}
        {...useAnchor('kube-apiserver/watch-cache')}
      >
        <span className="quiet">{t('diagram.watchCache')}</span>
        <div className="tickets">
          {shownCaches.map((resource) => (
            <Ticket
              key={resource}
              kind={
                (layout.kind === 'wide' ? resource.split('.', 1)[0] : shorts[resource]) ?? resource
              }
              name={String(caches.get(resource)?.items ?? 0)}
              edge="copy"
              anchor={`kube-apiserver/watch-cache/${resource.split('.', 1)[0]}`}
            />
          ))}
        </div>
      </div>
    </Room>
  );
}

/** The labels of two stations beside each other need so much; in two lines, this height. */
const narrowest = 52;
const twoLines = 150;

/** Below the labels of the stations a row needs so much. */
const lowest = 120;

const isLow = ({ rooms }: ClusterLayout): boolean =>
  (rooms.get('kube-apiserver')?.height ?? lowest) < lowest;

/** A stage of a request: a tick once the request has passed it. */
function StationMark({
  station,
  children,
}: {
  readonly station: Station;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <g data-station={station} {...useAnchor(`kube-apiserver/${station}`)}>
      {children}
    </g>
  );
}

interface TrunkProps {
  readonly layout: ClusterLayout;
  readonly request: RequestScene | undefined;
  readonly here: string | undefined;
}

function Trunk({ layout, request, here }: TrunkProps): ReactNode {
  const t = useT();
  const rect = layout.rooms.get('kube-apiserver');
  const [start] = layout.trunk.points;
  if (rect === undefined || start === undefined) return null;
  const x0 = start.x - rect.x;
  const y = start.y - rect.y;
  const last = request === undefined ? undefined : lastStation(request.passed);
  const reached = last === undefined ? -1 : stations.indexOf(last);
  const wide = layout.kind === 'wide';
  const end = x0 + layout.trunkEnd;
  const label = (station: Station): string =>
    t(wide ? `station.${station}` : `station.short.${station}`);
  const isTight = layout.kind === 'medium' && layout.trunkEnd / stations.length < narrowest;
  const staggers = layout.kind !== 'medium' || (isTight && rect.height >= twoLines);
  return (
    <svg
      className={isTight && !staggers ? 'trunk-map marked' : 'trunk-map'}
      width={rect.width}
      height={rect.height}
      aria-hidden="true"
    >
      <path className="trunk" d={`M${x0} ${y}H${end}`} />
      {stations.map((station, index) => {
        const x = x0 + (layout.stations.get(station) ?? 0);
        const refused = request?.deniedAt === station;
        const past = index <= reached && !refused;
        return (
          <StationMark key={station} station={station}>
            <circle className={`stn${past ? ' past' : ''}`} cx={x} cy={y} r={past ? 7 : 5} />
            {past && <path className="tick" d={`M${x - 3} ${y}l2.200 2.200 4-4.400`} />}
            <text
              className={`mid${here === station ? ' s' : ''}${refused ? ' refused' : ''}`}
              x={x}
              y={staggers && index % 2 > 0 ? y + 38 : y + 24}
            >
              {refused ? `${request?.code ?? ''} ${label(station)}` : label(station)}
            </text>
          </StationMark>
        );
      })}
    </svg>
  );
}
