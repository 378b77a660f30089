/**
 * The controller manager: queue and last decision of two controllers, the one at work and the one
 * that decided last; at first the two of a Deployment's path.
 */

import type { ReactNode } from 'react';
import { controllerTitle } from '#i18n/controller-title';
import { useT } from '#i18n/locale';
import { isMessageId } from '#i18n/t';
import { usePlayer } from '#player/player';
import type { ControllerScene, QueueScene, Scene } from '#player/scene';
import type { TraceLog } from '#player/trace-log';
import type { FactId } from '#trace/fact';
import type { ClusterLayout } from '../layout/layout.ts';
import { shownScene, useShown } from '../selectors.ts';
import { useAnchor } from '../story/anchored.ts';
import { controllerAtWork, isController, nameOfController } from '../working-controller.ts';
import { Room } from './room.tsx';
import { lastPart } from './short-names.ts';
import { Key } from './ticket.tsx';
import { useProgramWords } from './use-program-words.ts';

const manager = 'kube-controller-manager';
const atFirst = ['deployment-controller', 'replicaset-controller'];

interface Shown {
  /** `deployment-controller`, … */
  readonly name: string;
  readonly component: string;
}

/**
 * The controller at work and those of the latest decisions: two in all, in an order that does not
 * change with each step.
 */
export function shownControllers(scene: Scene, atWork?: string): readonly Shown[] {
  const decided = [...scene.controllers]
    .filter(([component, { decision }]) => decision !== undefined && isController(component))
    .sort(([, a], [, b]) => (b.decision?.id ?? 0) - (a.decision?.id ?? 0))
    .map(([component]) => component);
  const working = atWork === undefined ? [] : [atWork];
  const known = atFirst.map((name) => `${manager}/${name}`);
  const both = [...working, ...decided, ...known]
    .map((component) => ({ name: nameOfController(component), component }))
    .filter(({ name }, index, all) => all.findIndex((each) => each.name === name) === index);
  const place = ({ name }: Shown): string => `${atFirst.includes(name) ? 0 : 1}${name}`;
  return both.slice(0, 2).sort((a, b) => (place(a) < place(b) ? -1 : 1));
}

export interface ControllersOnMap {
  readonly controllers: readonly string[];
  /** The one at work. */
  readonly controller: string | undefined;
}

/** The controllers that the map shows at a fact. */
export function controllersOnMap(log: TraceLog, fact: FactId): ControllersOnMap {
  const scene = log.sceneAt(fact);
  const atWork = controllerAtWork({ log, scene });
  return {
    controllers: shownControllers(scene, atWork).map(({ name }) => name),
    controller: atWork === undefined ? undefined : nameOfController(atWork),
  };
}

export function KubeControllerManagerRoom({
  kind,
}: {
  readonly kind: ClusterLayout['kind'];
}): ReactNode {
  const t = useT();
  const compact = kind === 'compact';
  const count = useShown((scene) => {
    let controllers = 0;
    for (const id of scene.components.keys()) if (id.startsWith(`${manager}/`)) controllers++;
    return controllers;
  });
  // A string, because a selector that makes a new array each time would render each time.
  const shown = usePlayer((player) =>
    shownControllers(shownScene(player), controllerAtWork(player))
      .map(({ component }) => component)
      .join(' '),
  ).split(' ');
  const state = useShown((scene) =>
    shown
      .map((component) => {
        const keys = keysOf(queueOf(scene.queues, component));
        return `${nameOfController(component)}: ${keys.length}`;
      })
      .join(', '),
  );
  const counted = count === 0 ? undefined : t('diagram.controllers', { n: count });
  const { title, fact } = useProgramWords(manager, counted);
  return (
    <Room
      id={manager}
      family="controllers"
      title={compact ? 'controllers' : title}
      fact={compact ? undefined : fact}
      state={state}
    >
      <div className={`room-body controllers-columns${compact ? ' compact' : ''}`}>
        {shown.map((component) => (
          <Controller key={component} component={component} kind={kind} />
        ))}
      </div>
    </Room>
  );
}

/** The queue of a controller; if it has several, the one whose name comes first. */
function queueOf(
  queues: ReadonlyMap<string, QueueScene>,
  component: string,
): QueueScene | undefined {
  const short = nameOfController(component).replace(/-controller$/, '');
  const own = queues.get(`${component} ${short}`);
  if (own !== undefined) return own;
  for (const [id, queue] of queues) if (id.startsWith(`${component} `)) return queue;
  return undefined;
}

/** A key that changed during its sync also waits again, but is still one object. */
const keysOf = (queue: QueueScene | undefined): readonly string[] => [
  ...new Set([...(queue?.processing ?? []), ...(queue?.waiting ?? [])]),
];

function Controller({
  component,
  kind,
}: {
  component: string;
  kind: ClusterLayout['kind'];
}): ReactNode {
  const t = useT();
  const queue = useShown((scene) => queueOf(scene.queues, component));
  const controller = useShown((scene) => scene.controllers.get(component));
  const name = nameOfController(component);
  const anchor = useAnchor(kind === 'compact' ? `${name} ${name}/decision` : name);
  const queueAnchor = useAnchor(`${name}/queue`);
  const decisionAnchor = useAnchor(`${name}/decision`);
  const keys = keysOf(queue);
  const [first] = keys;
  if (kind === 'compact') {
    return (
      <p className="controller-line" {...anchor}>
        {controllerTitle(t, name, true)} <span className="quiet">{keys.length}</span>
      </p>
    );
  }
  return (
    <div className="controller" {...anchor}>
      <b title={name}>{controllerTitle(t, name, kind !== 'wide')}</b>
      <div className="queue-line" {...queueAnchor}>
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
      <span
        className="second"
        {...decisionAnchor}
        title={decisionWords(t, controller, first === undefined)}
      >
        {decisionWords(t, controller, first === undefined, shortName)}
      </span>
    </div>
  );
}

/** The longest name that fits on a line of a room beside its other words. */
const longestName = 16;

const shortName = (name: string): string => lastPart(name, longestName);

/**
 * A controller's last decision in words, until its key is compared again; one without a message
 * shows its id with spaces for dashes. With nothing left in its queue it is in the past tense.
 * `nameOf` shortens names.
 */
export function decisionWords(
  t: ReturnType<typeof useT>,
  controller: ControllerScene | undefined,
  idle: boolean,
  nameOf: (name: string) => string = (name) => name,
): string {
  const made = controller?.decision;
  if (made === undefined || controller?.comparedSince === true) {
    const busy = (controller?.syncing.length ?? 0) > 0;
    if (busy) return t('diagram.controller.comparing');
    return t(idle ? 'diagram.controller.idle' : 'diagram.controller.queued');
  }
  const id = `decision.${made.decision}`;
  const what = isMessageId(id)
    ? t(
        id,
        Object.fromEntries(
          Object.entries(made.params).map(([key, value]) => [
            key,
            typeof value === 'string' ? nameOf(value) : value,
          ]),
        ),
      )
    : made.decision.replace(/^[^.]*\./, '').replaceAll('-', ' ');
  return idle ? t('diagram.controller.last', { what }) : what;
}
