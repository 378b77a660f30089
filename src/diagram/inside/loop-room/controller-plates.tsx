/** All controllers of a manager: a plate for each with queue, sync and decision. */

import { type ReactNode, useMemo } from 'react';
import { useT } from '#i18n/locale';
import { captionedFact } from '#player/captioned-fact';
import { usePlayer } from '#player/player';
import type { QueueScene } from '#player/scene';
import { withoutGroup } from '#trace/object-key';
import { decisionWords } from '../../nodes/kube-controller-manager-room.tsx';
import { Key } from '../../nodes/ticket.tsx';
import { currentPlace } from '../../selectors.ts';
import { isController, nameOfController, workingController } from '../../working-controller.ts';
import { OpenStage } from '../stage/open-stage.tsx';

const first = ['deployment-controller', 'replicaset-controller'] as const;
const shownPlates = 18;
const shownCaches = 10;

export function ControllerPlates(): ReactNode {
  const t = useT();
  const queues = usePlayer(({ scene }) => scene.queues);
  const informers = usePlayer(({ scene }) => scene.informers);
  const names = useMemo(() => namesOf(queues.values()), [queues]);
  const program = usePlayer((player) => workingController(player, first[0]).split('/', 1)[0]);
  const caches = useMemo(
    () =>
      [...informers]
        .filter(([key]) => key.startsWith(`${program} `))
        .map(([key, cache]) => ({ resource: key.slice(key.indexOf(' ') + 1), ...cache }))
        .sort((a, b) => cacheRank(a.resource) - cacheRank(b.resource)),
    [informers, program],
  );
  return (
    <div className="all-plates">
      <section className="caches" aria-label={t('inside.caches')}>
        <h3>{t('inside.caches')}</h3>
        {caches.slice(0, shownCaches).map(({ resource, items, resourceVersion }) => (
          <div key={resource} className="ticket copy">
            <i>{withoutGroup(resource)}</i>
            <code>{items}</code>
            <b>{resourceVersion}</b>
          </div>
        ))}
      </section>
      <div className="plates">
        {names.slice(0, shownPlates).map((name) => (
          <ControllerPlate key={name} name={name} />
        ))}
      </div>
      {names.length > shownPlates && (
        <p className="quiet">{t('diagram.more', { n: names.length - shownPlates })}</p>
      )}
    </div>
  );
}

/** The two controllers of the main line first, then the others by name. */
function namesOf(queues: Iterable<QueueScene>): readonly string[] {
  const rest = new Set<string>();
  for (const { component } of queues) {
    const name = nameOfController(component);
    if (isController(component) && !first.some((each) => each === name)) rest.add(name);
  }
  return [...first, ...[...rest].sort()];
}

/** The resources of this path first, then the others in the order in which they were listed. */
function cacheRank(resource: string): number {
  const index = ['deployments.apps', 'replicasets.apps', 'pods', 'nodes'].indexOf(resource);
  return index < 0 ? Number.MAX_SAFE_INTEGER : index;
}

function ControllerPlate({ name }: { readonly name: string }): ReactNode {
  const t = useT();
  const component = usePlayer((player) => workingController(player, name));
  const queues = usePlayer(({ scene }) => scene.queues);
  const controller = usePlayer(({ scene }) => scene.controllers.get(component));
  const on = usePlayer(
    (player) =>
      currentPlace(player) !== undefined &&
      player.log.fact(captionedFact(player))?.component === component,
  );
  const own = useMemo(
    () => [...queues.values()].filter((queue) => queue.component === component),
    [queues, component],
  );
  return (
    <section className={`plate${on ? ' on' : ''}`} aria-label={name}>
      <h3>
        <OpenStage station={name}>{name}</OpenStage>
      </h3>
      {own.map((queue) => (
        <QueueLine key={queue.queue} queue={queue} />
      ))}
      {own.length === 0 && <p className="quiet">{t('diagram.empty')}</p>}
      <p className="second">{decisionWords(t, controller, own.every(isEmpty))}</p>
    </section>
  );
}

const isEmpty = ({ waiting, processing, delayed }: QueueScene): boolean =>
  waiting.length + processing.length + delayed.length === 0;

function QueueLine({ queue }: { readonly queue: QueueScene }): ReactNode {
  const t = useT();
  const { waiting, processing, delayed } = queue;
  const [key] = [...processing, ...waiting, ...delayed];
  const more = processing.length + waiting.length + delayed.length - 1;
  return (
    <div className={`queue-line${processing.length > 0 ? ' busy' : ''}`}>
      <span className="quiet">{t('diagram.queue')}</span>
      {key === undefined ? <span className="quiet">{t('diagram.empty')}</span> : <Key name={key} />}
      {more > 0 && <span className="quiet">+{more}</span>}
    </div>
  );
}
