/** The controller manager: queue and last decision of the two controllers of this path. */

import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { isMessageId } from '#i18n/t';
import { usePlayer } from '#player/player';
import type { ControllerScene, QueueScene } from '#player/scene';
import type { ClusterLayout } from '../layout/layout.ts';
import { Room } from './room.tsx';
import { Key } from './ticket.tsx';

const manager = 'kube-controller-manager';
const shown = ['deployment', 'replicaset'] as const;

export function KubeControllerManagerRoom({
  kind,
}: {
  readonly kind: ClusterLayout['kind'];
}): ReactNode {
  const t = useT();
  const compact = kind === 'compact';
  const count = usePlayer(({ scene }) => {
    let controllers = 0;
    for (const id of scene.components.keys()) if (id.startsWith(`${manager}/`)) controllers++;
    return controllers;
  });
  const state = usePlayer(({ scene }) =>
    shown
      .map((name) => {
        const queue = queueOf(scene.queues, name);
        return `${name}: ${(queue?.waiting.length ?? 0) + (queue?.processing.length ?? 0)}`;
      })
      .join(', '),
  );
  return (
    <Room
      id={manager}
      family="controllers"
      {...(compact ? { title: 'controllers' } : {})}
      fact={compact || count === 0 ? undefined : t('diagram.controllers', { n: count })}
      state={state}
    >
      <div className={`room-body controllers-columns${compact ? ' compact' : ''}`}>
        {shown.map((name) => (
          <Controller key={name} name={name} kind={kind} />
        ))}
      </div>
    </Room>
  );
}

function queueOf(queues: ReadonlyMap<string, QueueScene>, name: string): QueueScene | undefined {
  return queues.get(`${manager}/${name}-controller ${name}`);
}

function Controller({
  name,
  kind,
}: {
  name: (typeof shown)[number];
  kind: ClusterLayout['kind'];
}): ReactNode {
  const t = useT();
  const queue = usePlayer(({ scene }) => queueOf(scene.queues, name));
  const controller = usePlayer(({ scene }) =>
    scene.controllers.get(`${manager}/${name}-controller`),
  );
  const keys = [...(queue?.processing ?? []), ...(queue?.waiting ?? [])];
  const [first] = keys;
  if (kind === 'compact') {
    return (
      <p className="controller-line">
        {t(`controller.short.${name}`)} <span className="quiet">{keys.length}</span>
      </p>
    );
  }
  return (
    <div className="controller">
      <b>{t(kind === 'wide' ? `controller.${name}` : `controller.short.${name}`)}</b>
      <div className="queue-line">
        <span className="quiet">{t('diagram.queue')}</span>
        {first === undefined ? (
          <span className="quiet">{t('diagram.empty')}</span>
        ) : (
          <>
            <Key name={first} />
            {keys.length > 1 && <span className="quiet">+{keys.length - 1}</span>}
          </>
        )}
      </div>
      <span className="second">{decisionWords(t, controller, first === undefined)}</span>
    </div>
  );
}

/**
 * A controller's last decision in words; one without a message says its id, dashes as spaces. With
 * nothing left in its queue it is in the past.
 */
export function decisionWords(
  t: ReturnType<typeof useT>,
  controller: ControllerScene | undefined,
  idle: boolean,
): string {
  const made = controller?.decision;
  if (made === undefined) {
    const busy = (controller?.syncing.length ?? 0) > 0;
    return t(busy ? 'diagram.controller.comparing' : 'diagram.controller.idle');
  }
  const id = `decision.${made.decision}`;
  const what = isMessageId(id)
    ? t(id, made.params)
    : made.decision.replace(/^[^.]*\./, '').replaceAll('-', ' ');
  return idle ? t('diagram.controller.last', { what }) : what;
}
