/** The panels that hear: API server, informer, event handler, expectations, work queue. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { CacheScene } from '#player/scene';
import { kindOfResource, withoutGroup } from '#trace/object-key';
import { lastPart } from '../../nodes/short-names.ts';
import { useAnchor } from '../../story/anchored.ts';
import { nameOfController } from '../../working-controller.ts';
import { momentOf } from '../room-words.ts';
import { OpenStage } from '../stage/open-stage.tsx';
import type { Box } from './loop-geometry.ts';
import type { Loop, LoopStep } from './loop-model.ts';
import { No, Pane } from './loop-pane.tsx';

export interface PanelProps {
  readonly loop: Loop;
  /** Where it stands; `undefined`: in a list. */
  readonly box: Box | undefined;
}

const isNow = ({ now }: Loop, ...steps: readonly LoopStep[]): boolean =>
  now !== undefined && steps.includes(now);

/** The loop closes here: who writes is checked and stored, and all who watch are told. */
export function Server({ loop, box }: PanelProps): ReactNode {
  const t = useT();
  return (
    <section
      className="room-pane loop-server"
      style={box && { left: box.x, top: box.y, width: box.width, height: box.height }}
      aria-label="kube-apiserver"
      {...useAnchor('kube-apiserver')}
    >
      <header>kube-apiserver</header>
      <p className="in-server">{t('room.loop.server.tells')}</p>
      <p className="in-server">
        {loop.stored === undefined
          ? t('room.loop.server.stores')
          : t('room.loop.server.stored', { revision: loop.stored })}
      </p>
      <p className="in-server">{t('room.loop.server.checks')}</p>
    </section>
  );
}

const mostCaches = 3;

export function Informer({ loop, box }: PanelProps): ReactNode {
  const t = useT();
  const { sighting } = loop;
  const resource = sighting?.event.ref.resource;
  const caches = usePlayer(({ scene }) => scene.informers);
  const rows = cachesOf(loop, caches);
  return (
    <Pane
      box={box}
      look={`belief${isNow(loop, 1, 2) ? ' on' : ''}`}
      title={t('room.loop.informer')}
      aside={t('room.loop.informer.copy')}
      now={isNow(loop, 1, 2)}
    >
      <dl className="loop-facts">
        <dt>
          <No step={1} loop={loop} /> {t('room.loop.heard')}
        </dt>
        <dd>
          {sighting === undefined ? (
            <span className="quiet">{t('room.loop.heard.nothing')}</span>
          ) : (
            <>
              <b>{sighting.event.event}</b> {kindOfResource(sighting.event.ref.resource)}{' '}
              <code>{lastPart(sighting.event.ref.name)}</code>{' '}
              <span className="num quiet">{sighting.event.resourceVersion}</span>
            </>
          )}
        </dd>
        {rows.slice(0, mostCaches).map(([name, cache], index) => (
          <CacheRow
            key={name}
            name={name}
            cache={cache}
            loop={loop}
            first={index === 0}
            fresh={name === resource && isNow(loop, 1, 2, 3)}
          />
        ))}
      </dl>
      <p className="quiet foot">{t('room.loop.informer.why')}</p>
    </Pane>
  );
}

interface CacheRowProps {
  readonly name: string;
  readonly cache: CacheScene;
  readonly loop: Loop;
  readonly first: boolean;
  readonly fresh: boolean;
}

function CacheRow({ name, cache, loop, first, fresh }: CacheRowProps): ReactNode {
  return (
    <>
      <dt>
        {first && <No step={2} loop={loop} />} {withoutGroup(name)}
      </dt>
      <dd>
        <span className={`ticket copy${fresh ? ' new' : ''}`}>
          <code>{cache.items}</code>
          <b className="num">{cache.resourceVersion}</b>
        </span>
      </dd>
    </>
  );
}

/** The caches of what the controller is named for and of what it last heard of come first. */
function cachesOf(
  loop: Loop,
  caches: ReadonlyMap<string, CacheScene>,
): readonly (readonly [string, CacheScene])[] {
  const [program = ''] = loop.component.split('/');
  const own = nameOfController(loop.component).replace(/-controller$/, '');
  const rank = (resource: string): number => {
    if (withoutGroup(resource).replace(/s$/, '') === own) return 0;
    return resource === loop.sighting?.event.ref.resource ? 1 : 2;
  };
  return [...caches]
    .filter(([key]) => key.startsWith(`${program} `))
    .map(([key, cache]) => [key.slice(key.indexOf(' ') + 1), cache] as const)
    .filter(([resource]) => rank(resource) < 2)
    .sort(([a], [b]) => rank(a) - rank(b));
}

interface HandlerProps extends PanelProps {
  readonly withExpected: boolean;
}

export function Handler({ loop, box, withExpected }: HandlerProps): ReactNode {
  const t = useT();
  const { sighting, expected } = loop;
  const begin = usePlayer(({ steps }) => steps[0]?.at ?? 0);
  const counts = expected !== undefined && expected.key === sighting?.added.key;
  const left = expected === undefined ? 0 : expected.wanted - expected.seen.length;
  return (
    <Pane
      box={box}
      look={isNow(loop, 3) ? 'on' : ''}
      step={3}
      loop={loop}
      title={t('room.loop.handler')}
      aside={
        withExpected && expected !== undefined
          ? t('room.loop.expected.short', { n: left, all: expected.wanted })
          : sighting === undefined
            ? ''
            : momentOf(sighting.added.at - begin)
      }
      now={isNow(loop, 3)}
    >
      {sighting === undefined ? (
        <p className="quiet inset">{t('room.loop.handler.idle')}</p>
      ) : (
        <dl className="loop-facts">
          <dt>{t('room.loop.heard')}</dt>
          <dd>
            <b>{sighting.event.event}</b> {kindOfResource(sighting.event.ref.resource)}{' '}
            <code>{lastPart(sighting.event.ref.name)}</code>
          </dd>
          <dt>{t('room.loop.whose')}</dt>
          <dd>
            <code>{sighting.added.key}</code>
          </dd>
          {counts && (
            <>
              <dt>{t('room.loop.expected.ask')}</dt>
              <dd>
                <b className={isNow(loop, 3) ? 'is-now' : ''}>
                  {left === 0
                    ? t('room.loop.expected.all', { all: expected.wanted })
                    : t('room.loop.expected.left', { n: left, all: expected.wanted })}
                </b>
              </dd>
            </>
          )}
          <dt>{t('room.loop.so')}</dt>
          <dd>{t(sighting.added.merged ? 'room.loop.so.merged' : 'room.loop.so.queued')}</dd>
        </dl>
      )}
    </Pane>
  );
}

/** From this height on there is room for a sentence below the slots. */
const roomy = 112;
const mostSlots = 8;
/** Slots that have room for a name. */
const namedSlots = 4;

export function Expectations({ loop, box }: PanelProps): ReactNode {
  const t = useT();
  const { expected } = loop;
  const slots = Math.min(mostSlots, expected?.wanted ?? 0);
  return (
    <Pane
      box={box}
      look={`memory${isNow(loop, 6) ? ' on' : ''}`}
      title={t('room.loop.expectations')}
      aside={
        expected !== undefined && expected.wanted > mostSlots
          ? t('room.loop.expectations.of', { n: expected.seen.length, all: expected.wanted })
          : t('room.loop.expectations.what')
      }
    >
      {expected === undefined ? (
        <p className="quiet inset">{t('room.loop.expectations.none')}</p>
      ) : (
        <ul className={`slots${slots > namedSlots ? ' many' : ''}`}>
          {[...Array(slots).keys()].map((slot) => {
            const name = expected.seen[slot];
            return (
              <li key={slot} className={name === undefined ? 'waits' : 'seen'}>
                {name === undefined ? (
                  t('room.loop.slot.waits')
                ) : (
                  <>
                    ✓ <code>{lastPart(name)}</code>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {(box?.height ?? roomy) >= roomy && (
        <p className="quiet foot">{t('room.loop.expectations.why')}</p>
      )}
    </Pane>
  );
}

const mostKeys = 5;

export function Queue({ loop, box }: PanelProps): ReactNode {
  const t = useT();
  const anchor = useAnchor(`${nameOfController(loop.component)}/queue`);
  const keys = loop.queues.flatMap(({ processing, waiting, delayed }) => [
    ...waiting.map((key) => ({ key, state: loop.merged === key ? 'merged' : 'waits' }) as const),
    ...processing.map((key) => ({ key, state: 'working' }) as const),
    ...delayed.map((key) => ({ key, state: 'delayed' }) as const),
  ]);
  const shown = keys.slice(0, (box?.height ?? 142) < 100 ? 1 : mostKeys);
  const n = keys.length;
  return (
    <Pane
      box={box}
      look={isNow(loop, 4) ? 'on' : ''}
      step={4}
      loop={loop}
      title={
        <OpenStage station={nameOfController(loop.component)}>{t('room.loop.queue')}</OpenStage>
      }
      aside={n === 0 ? t('diagram.empty') : t('room.loop.queue.keys', { n })}
      now={isNow(loop, 4)}
    >
      <ul className="loop-queue" {...anchor}>
        {shown.map(({ key, state }) => (
          <li key={`${state} ${key}`} className={state}>
            <code>{key}</code>{' '}
            <span>
              {state === 'delayed'
                ? t('room.loop.key.delayed', { time: momentOf(loop.delays.get(key) ?? 0) })
                : t(`room.loop.key.${state}`)}
            </span>
          </li>
        ))}
        {n > shown.length && <li className="quiet">+ {n - shown.length}</li>}
      </ul>
      {n === 0 && (loop.laps[0]?.end?.error ?? '') === '' && (
        <p className="quiet inset">{t('room.loop.queue.idle')}</p>
      )}
    </Pane>
  );
}
