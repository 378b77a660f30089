/**
 * Inside the controller manager: one controller as a loop that closes through the API server; any
 * other can be chosen, and all of them stand as plates.
 */
import '../room-pane.css';
import './loop-room.css';
import { type ReactNode, useMemo, useState } from 'react';
import type { NodeProps } from 'reactflow';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import type { Player } from '#player/player-state';
import type { RoomNode } from '../../elements.ts';
import { storyStart } from '../../selectors.ts';
import { isController, nameOfController } from '../../working-controller.ts';
import { Inside, narrowBelow } from '../inside.tsx';
import { ControllerPlates } from './controller-plates.tsx';
import { loopGeometry } from './loop-geometry.ts';
import { LoopLines } from './loop-lines.tsx';
import { loopOf, toldController } from './loop-model.ts';
import { Expectations, Handler, Informer, Queue, Server } from './loop-panels.tsx';
import { Reconcile } from './reconcile.tsx';

/** Below this width the parts stand below each other. */
const listBelow = 760;
/** The row in which a controller is chosen. */
const chooser = 36;
const all = 'all';

export function ControllerInside({
  width = narrowBelow,
  height = 0,
}: NodeProps<RoomNode>): ReactNode {
  const [chosen, setChosen] = useState<string>();
  const told = usePlayer(componentAtWork);
  const component = chosen === undefined || chosen === all ? told : chosen;
  return (
    <Inside of={looks(width)} width={width}>
      <Chooser component={component} chosen={chosen} choose={setChosen} />
      {chosen === all ? (
        <ControllerPlates />
      ) : (
        <Parts component={component} width={width} height={height - chooser} />
      )}
    </Inside>
  );
}

/** The loop of the controller that a beat tells of: no other can be chosen. */
export function ToldLoop({ width = narrowBelow, height = 0 }: NodeProps<RoomNode>): ReactNode {
  const component = usePlayer(componentAtWork);
  return (
    <Inside of={looks(width)} width={width}>
      <Parts component={component} width={width} height={height} />
    </Inside>
  );
}

const looks = (width: number): string =>
  `loop-room controllers${width < listBelow ? ' as-list' : ''}`;

const componentAtWork = ({ log, scene }: Player): string =>
  toldController(log, scene) ?? firstController;

interface PartsProps {
  readonly component: string;
  readonly width: number;
  readonly height: number;
}

/** The parts of the loop in their places, or below each other where it is narrow. */
function Parts({ component, width, height }: PartsProps): ReactNode {
  const log = usePlayer((state) => state.log);
  const scene = usePlayer((state) => state.scene);
  const start = usePlayer(storyStart);
  const loop = useMemo(() => loopOf(log, scene, component, start), [log, scene, component, start]);
  const list = width < listBelow;
  const at = loopGeometry(width, height);
  return (
    <div className="loop" style={list ? undefined : { height }}>
      {!list && <LoopLines loop={loop} at={at} />}
      <Server loop={loop} box={list ? undefined : at.server} />
      <ol className="loop-steps">
        <Informer loop={loop} box={list ? undefined : at.informer} />
        <Handler
          loop={loop}
          box={list ? undefined : at.handler}
          withExpected={!list && at.expectations === undefined}
        />
        {(list || at.expectations !== undefined) && (
          <Expectations loop={loop} box={list ? undefined : at.expectations} />
        )}
        <Queue loop={loop} box={list ? undefined : at.queue} />
        <Reconcile loop={loop} box={list ? undefined : at.reconcile} />
      </ol>
    </div>
  );
}

const firstController = 'kube-controller-manager/deployment-controller';

interface ChooserProps {
  readonly component: string;
  readonly chosen: string | undefined;
  choose(component: string | undefined): void;
}

function Chooser({ component, chosen, choose }: ChooserProps): ReactNode {
  const t = useT();
  const text = usePlayer(({ scene }) =>
    [...new Set([...scene.queues.values()].map((queue) => queue.component))]
      .filter(isController)
      .sort()
      .join(' '),
  );
  const names = text === '' ? [] : text.split(' ');
  return (
    <p className="loop-choice nodrag nopan">
      <b>{chosen === all ? t('room.loop.all') : nameOfController(component)}</b>
      <select
        aria-label={t('room.loop.choose')}
        value={chosen ?? ''}
        onChange={({ target }) => choose(target.value === '' ? undefined : target.value)}
      >
        <option value="">{t('room.loop.atWork')}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name.startsWith('kube-controller-manager/') ? nameOfController(name) : name}
          </option>
        ))}
        <option value={all}>{t('room.loop.all')}</option>
      </select>
    </p>
  );
}
