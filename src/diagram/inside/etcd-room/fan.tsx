/** Who hears of a write: the watch cache, and each watcher with its question and its time. */
import { type ReactNode, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { roomOf } from '#player/place';
import { usePlayer } from '#player/player';
import { kindOfResource, storedResource } from '#trace/object-key';
import { familyOf } from '../../family.ts';
import { FamilyGlyph } from '../../nodes/glyph.tsx';
import { useAnchor } from '../../story/anchored.ts';
import { momentOf, useKinds } from '../room-words.ts';
import { type Fan as FanModel, fanOf, type Watcher } from './fan-model.ts';
import type { Write } from './writes.ts';

interface FanProps {
  readonly told: Write;
  readonly height: number;
}

/** Pixels of a watcher's row, of the room for time, and of the head. */
const rowHeight = { most: 48, least: 42 } as const;
const timeWidth = 150;
const head = 44;

export function Fan({ told, height }: FanProps): ReactNode {
  const t = useT();
  const log = usePlayer((state) => state.log);
  const scene = usePlayer((state) => state.scene);
  const begin = usePlayer(({ steps }) => steps[0]?.at ?? 0);
  const fan = useMemo(() => fanOf(log, scene, told), [log, scene, told]);
  const room = Math.max(2, Math.floor((height - head) / rowHeight.least));
  const most = Math.min(room, 5);
  const shown = fan.watchers.length > most ? fan.watchers.slice(0, most - 1) : fan.watchers;
  const rest = fan.watchers.slice(shown.length);
  const pitch = Math.min(rowHeight.most, Math.floor((height - head) / Math.max(1, most)));
  const kind = kindOfResource(fan.resource) ?? storedResource(told.key);
  const kinds = useKinds(kind);
  const nobody = fan.watchers.length === 0;
  const heard = fan.watchers.some(({ state }) => state === 'heard');
  return (
    <section
      className={`room-pane fan${heard ? ' on' : ''}`}
      aria-label={t('room.etcd.heard.label')}
    >
      <header>
        {t('room.etcd.heard', { revision: told.revision })}
        <small>{spreadWords(t, fan)}</small>
      </header>
      <div className="fan-body">
        <div className="fan-from">
          <p className="fan-write">
            <b className="num">{told.revision}</b>
            <span className="num">{momentOf(told.at - begin)}</span>
          </p>
          {!nobody && <CacheBox fan={fan} begin={begin} />}
        </div>
        {nobody ? (
          <p className="nobody">{t('room.etcd.nobody', { kinds })}</p>
        ) : (
          <>
            <FanLines watchers={shown} more={rest.length > 0} pitch={pitch} />
            <ol className="watchers">
              {shown.map((watcher) => (
                <WatcherRow
                  key={watcher.request}
                  {...{ watcher, fan, begin, kinds }}
                  style={{ minHeight: pitch }}
                />
              ))}
              {rest.length > 0 && (
                <li className="watcher silent" style={{ minHeight: pitch }}>
                  <span>{restWords(t, rest)}</span>
                </li>
              )}
            </ol>
          </>
        )}
      </div>
    </section>
  );
}

type Words = ReturnType<typeof useT>;

/** How long after the cache the first and the last heard. */
function spreadWords(t: Words, { cached, watchers, cacheAt, write }: FanModel): string {
  if (cached === undefined) {
    const waits = watchers.length > 0 && Number(cacheAt ?? 0) < write.revision;
    return waits ? t('room.etcd.heard.none', { revision: write.revision }) : '';
  }
  const times = watchers.flatMap(({ at }) => (at === undefined ? [] : [at - cached.at]));
  if (times.length === 0) return '';
  const span = [Math.min(...times), Math.max(...times)].map((time) => (time / 1000).toFixed(2));
  const [from = '', to = ''] = span;
  return from === to
    ? t('room.etcd.heard.after.one', { to })
    : t('room.etcd.heard.after', { from, to });
}

function restWords(t: Words, rest: readonly Watcher[]): string {
  const silent = rest.every(({ state }) => state === 'silent');
  const waits = rest.every(({ state }) => state === 'waits');
  const id = silent ? 'room.etcd.rest.silent' : waits ? 'room.etcd.rest.waits' : 'room.etcd.rest';
  return t(id, { n: rest.length });
}

function CacheBox({ fan, begin }: { readonly fan: FanModel; readonly begin: number }): ReactNode {
  const t = useT();
  const { cached, cacheAt, resource, write } = fan;
  const kind = kindOfResource(resource) ?? resource;
  return (
    <div
      className={`cache-box${cached === undefined ? ' behind' : ''}`}
      {...useAnchor('kube-apiserver/watch-cache')}
    >
      <b>
        <FamilyGlyph family="apiserver" /> {t('room.etcd.cache')}
      </b>
      <span>
        {t('room.etcd.cache.upTo', { kinds: useKinds(kind) })}{' '}
        <b className="num">{cached === undefined ? (cacheAt ?? '') : write.revision}</b>
      </span>
      <span className="num quiet">{cached === undefined ? '' : momentOf(cached.at - begin)}</span>
    </div>
  );
}

interface WatcherRowProps {
  readonly watcher: Watcher;
  readonly fan: FanModel;
  readonly begin: number;
  readonly kinds: string;
  readonly style: { readonly minHeight: number };
}

function WatcherRow({ watcher, fan, begin, kinds, style }: WatcherRowProps): ReactNode {
  const t = useT();
  const { client, question, state, event, at } = watcher;
  const room = roomOf(client) ?? client;
  const current = usePlayer(({ log, scene }) => {
    const fact = log.fact(scene.cursor);
    return fact?.type === 'WatchEventReceived' && fact.request === watcher.request;
  });
  const last = Math.max(...fan.watchers.flatMap((each) => each.at ?? []));
  const from = fan.cached?.at ?? 0;
  const part = at === undefined || last <= from ? 0 : (at - from) / (last - from);
  return (
    <li
      className={`watcher ${state}${current ? ' now' : ''}`}
      style={style}
      aria-current={current ? 'true' : undefined}
      {...useAnchor(`watch/${room}`)}
    >
      <FamilyGlyph family={familyOf(room)} />
      <b>{clientWords(t, client)}</b>
      <span className="asks">
        {t(`room.etcd.asks.${question.kind}`, { kinds, words: question.words })}
      </span>
      {event !== undefined && (
        <svg className="arrival" width={timeWidth + 10} height="14" aria-hidden="true">
          <path d={`M0 7H${Math.max(10, part * timeWidth - 7)}`} />
          {at !== undefined && (
            <path className="arrived" d={`M${part * timeWidth} 1l6 6-6 6-6-6z`} />
          )}
        </svg>
      )}
      <span className="when num">
        {event === undefined ? t(`room.etcd.${state === 'waits' ? 'waits' : 'silent'}`) : null}
        {event !== undefined && <b>{event.event}</b>}{' '}
        {event !== undefined && (at === undefined ? t('room.etcd.onTheWay') : momentOf(at - begin))}
      </span>
    </li>
  );
}

/** `node-1/kubelet` as “kubelet of node-1”. */
function clientWords(t: Words, client: string): string {
  const [machine = '', program] = client.split('/');
  return program === 'kubelet' || program === 'kube-proxy'
    ? t('room.programOf', { program, node: machine })
    : client;
}

interface FanLinesProps {
  readonly watchers: readonly Watcher[];
  readonly more: boolean;
  readonly pitch: number;
}

/** From the cache to each row; that of somebody who hears is drawn, that of the others is faint. */
function FanLines({ watchers, more, pitch }: FanLinesProps): ReactNode {
  const cursorHears = usePlayer(({ log, scene }) => {
    const fact = log.fact(scene.cursor);
    return fact?.type === 'WatchEventReceived' ? fact.request : 0;
  });
  const rows: readonly (Watcher | undefined)[] = more ? [...watchers, undefined] : watchers;
  const height = rows.length * pitch;
  const middle = height / 2;
  return (
    <svg className="fan-lines" width="36" height={height} aria-hidden="true">
      {rows.map((watcher, index) => {
        const y = index * pitch + 14;
        const look = watcher?.event === undefined ? 'faint' : '';
        const now = watcher !== undefined && watcher.request === cursorHears ? ' now' : '';
        return (
          <path
            key={watcher?.request ?? 0}
            className={`${look}${now}`}
            d={`M0 ${middle}H14V${y}H34`}
          />
        );
      })}
    </svg>
  );
}
