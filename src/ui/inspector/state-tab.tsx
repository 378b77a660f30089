/** The state of this step's component in its own memory: queues, caches, pods. */
import type { ReactNode } from 'react';
import { Wrapped } from '#diagram/nodes/wrapped.tsx';
import { objectWords } from '#facts/words';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { type RoomId, roomOf } from '#player/place';
import { usePlayer } from '#player/player';
import type { Scene } from '#player/scene';
import { ComponentHistory } from '../history/then-and-now.tsx';
import { useFact } from './focus.ts';

export default function StateTab(): ReactNode {
  const component = useFact()?.component;
  return (
    <>
      <ComponentState room={component === undefined ? undefined : roomOf(component)} />
      {component !== undefined && <ComponentHistory component={component} />}
    </>
  );
}

function ComponentState({ room }: { readonly room: RoomId | undefined }): ReactNode {
  const t = useT();
  const scene = usePlayer((state) => state.scene);
  if (room === undefined) return <p>{t('inspector.state.none')}</p>;
  if (room === 'kube-apiserver' || room === 'etcd') return <Apiserver scene={scene} />;
  if (room === 'kube-scheduler') return <Scheduler scene={scene} />;
  if (scene.nodes.has(room)) return <Node scene={scene} name={room} />;
  if (room === 'kubectl') return <p>{t('inspector.state.none')}</p>;
  return <Controllers scene={scene} room={room} />;
}

interface SceneProps {
  readonly scene: Scene;
}

function Apiserver({ scene }: SceneProps): ReactNode {
  const t = useT();
  const flying = [...scene.requests.values()].filter(({ watch }) => !watch);
  return (
    <>
      <h3>{t('inspector.state.requests')}</h3>
      <Chips
        items={flying.map(
          ({ method, ref, stage }) =>
            `${method} ${objectWords(ref)} · ${wordFor(t, 'station', stage)}`,
        )}
      />
      <h3>{t('inspector.state.cache')}</h3>
      <Caches rows={[...scene.watchCaches].map(([name, cache]) => ({ name, ...cache }))} />
      <h3>
        {t('inspector.state.watches')} <span className="num">{scene.watches.size}</span>
      </h3>
    </>
  );
}

function Controllers({ scene, room }: SceneProps & { readonly room: string }): ReactNode {
  const t = useT();
  const queues = [...scene.queues.values()].filter(({ component }) => component.startsWith(room));
  const informers = [...scene.informers].filter(([name]) => name.startsWith(room));
  return (
    <>
      {queues.map(({ component, queue, waiting, delayed, processing }) => (
        <div key={`${component} ${queue}`}>
          <h3>{t('inspector.state.queue', { queue })}</h3>
          <Chips
            items={[
              ...processing.map((key) => `${key} · ${t('inspector.state.processing')}`),
              ...waiting,
              ...delayed.map((key) => `${key} · ${t('inspector.state.delayed')}`),
            ]}
          />
        </div>
      ))}
      <h3>{t('inspector.state.cache')}</h3>
      <Caches
        rows={informers.map(([name, cache]) => ({ name: name.split(' ')[1] ?? '', ...cache }))}
      />
    </>
  );
}

function Scheduler({ scene }: SceneProps): ReactNode {
  const t = useT();
  const { activeQ, backoffQ, unschedulablePods, assumed } = scene.scheduler;
  const queues = { activeQ, backoffQ, unschedulablePods };
  return (
    <>
      {Object.entries(queues).map(([name, pods]) => (
        <div key={name}>
          <h3>{name}</h3>
          <Chips items={pods} />
        </div>
      ))}
      <h3>{t('inspector.state.assumed')}</h3>
      <Chips items={[...assumed].map(([pod, node]) => `${pod} → ${node}`)} />
    </>
  );
}

function Node({ scene, name }: SceneProps & { readonly name: string }): ReactNode {
  const t = useT();
  const node = scene.nodes.get(name);
  if (node === undefined) return null;
  const pods = node.pods.flatMap((key) => scene.pods.get(key) ?? []);
  return (
    <>
      <h3>{t('inspector.state.pods')}</h3>
      <Chips
        items={pods.map((pod) => `${pod.name} · ${pod.status}${pod.ip ? ` · ${pod.ip}` : ''}`)}
      />
      <h3>{t('inspector.state.images')}</h3>
      <Chips items={node.images} />
    </>
  );
}

function Chips({ items }: { readonly items: readonly string[] }): ReactNode {
  const t = useT();
  if (items.length === 0) return <p className="qq">{t('inspector.state.empty')}</p>;
  return (
    <ul className="key-list">
      {items.map((item) => (
        <li key={item} className="key">
          {item}
        </li>
      ))}
    </ul>
  );
}

interface CacheRow {
  readonly name: string;
  readonly items: number;
  readonly resourceVersion: string;
}

function Caches({ rows }: { readonly rows: readonly CacheRow[] }): ReactNode {
  const t = useT();
  return (
    <table className="keys-table">
      <thead>
        <tr>
          <th scope="col">{t('inspector.state.resource')}</th>
          <th scope="col">{t('inspector.state.items')}</th>
          <th scope="col">{t('inspector.state.version')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, items, resourceVersion }) => (
          <tr key={name}>
            <td>
              <Wrapped text={name} />
            </td>
            <td className="num">{items}</td>
            <td className="num">{resourceVersion}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
