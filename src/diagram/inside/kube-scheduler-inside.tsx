/** Inside the scheduler: its queues and its cache, the two cycles, and which node won and why. */

import type { ReactNode } from 'react';
import type { NodeProps } from 'reactflow';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import { usePlayer } from '#player/player';
import { type SchedulerScene, type SchedulingScene, schedulingPoints } from '#player/scene';
import type { RoomNode } from '../elements.ts';
import { Ticket } from '../nodes/ticket.tsx';
import { Inside, narrowBelow } from './inside.tsx';
import { FilterTable, ScoreTable } from './score-tables.tsx';
import { OpenStage } from './stage/open-stage.tsx';

export function KubeSchedulerInside({ width }: NodeProps<RoomNode>): ReactNode {
  const scheduler = usePlayer(({ scene }) => scene.scheduler);
  const { last } = scheduler;
  return (
    <Inside of="scheduler" width={width}>
      <Queues scheduler={scheduler} />
      <Cycles scheduler={scheduler} width={(width ?? narrowBelow) - 32} />
      <div className="score-columns">
        <FilterTable attempt={last} />
        <ScoreTable attempt={last} />
      </div>
    </Inside>
  );
}

const nameOf = (pod: string): string => pod.slice(pod.indexOf('/') + 1);

function Queues({ scheduler }: { readonly scheduler: SchedulerScene }): ReactNode {
  const t = useT();
  const { assumed, bound } = scheduler;
  const believed = [
    ...[...assumed].map(([pod, node]) => ({ pod, node, state: 'assumed' as const })),
    ...[...bound].map(([pod, node]) => ({ pod, node, state: 'bound' as const })),
  ];
  return (
    <div className="queue-plates">
      {(['activeQ', 'backoffQ', 'unschedulablePods'] as const).map((name) => (
        <section key={name} className="plate" aria-label={name}>
          <h3>
            <OpenStage station="queues">{name}</OpenStage>{' '}
            <small className="num">{scheduler[name].length}</small>
          </h3>
          {scheduler[name].slice(0, 2).map((pod) => (
            <span key={pod} className="key">
              {nameOf(pod)}
            </span>
          ))}
          {scheduler[name].length === 0 && <p className="quiet">{t('diagram.empty')}</p>}
        </section>
      ))}
      <section className="plate wide" aria-label={t('inside.scheduler.cache')}>
        <h3>{t('inside.scheduler.cache')}</h3>
        {believed.slice(0, 3).map(({ pod, node, state }) => (
          <div key={pod} className="believed">
            <span>{node}</span>
            <Ticket
              kind="pod"
              name={nameOf(pod)}
              edge={state === 'bound' ? 'stored' : 'copy'}
              anchor={`kube-scheduler/cache/${pod}`}
            />
            <span className="second">{t(`inside.scheduler.${state}`)}</span>
          </div>
        ))}
        {believed.length === 0 && <p className="quiet">{t('diagram.empty')}</p>}
      </section>
    </div>
  );
}

/** Pixels from the strip's ends to its first and last point. */
const stripEnd = 46;
/** Names closer together than this stand on two lines. */
const closeGap = 84;

interface CyclesProps {
  readonly scheduler: SchedulerScene;
  readonly width: number;
}

/** The strip of extension points; the filled dot marks the pod that was worked on last. */
function Cycles({ scheduler, width }: CyclesProps): ReactNode {
  const t = useT();
  const { last, inFlight } = scheduler;
  const active = inFlight.find(({ pod }) => pod === last?.pod);
  const reached = last === undefined ? -1 : schedulingPoints.indexOf(last.point);
  const others = inFlight.filter((attempt) => attempt !== active);
  const gap = (width - 2 * stripEnd) / (schedulingPoints.length - 1);
  const at = (index: number): number => stripEnd + gap * index;
  const x = (point: SchedulingScene['point']): number => at(schedulingPoints.indexOf(point));
  const drop = gap < closeGap ? 16 : 0;
  const [permit, wait] = [at(6), at(7)];
  return (
    <svg
      className="cycles"
      width={width}
      height={96 + drop}
      aria-label={t('inside.scheduler.cycles')}
      role="img"
    >
      <path className="trunk thin" d={`M${at(0)} 34H${at(schedulingPoints.length - 1)}`} />
      {reached > 0 && <path className="trunk thin past" d={`M${at(0)} 34H${at(reached)}`} />}
      {schedulingPoints.map((point, index) => (
        <g key={point}>
          <circle className={`stn${index <= reached ? ' past' : ''}`} cx={x(point)} cy="34" r="5" />
          <text
            className={`mid${point === active?.point ? ' s' : ''}`}
            x={x(point)}
            y={58 + (index % 2) * drop}
          >
            {wordFor(t, 'point', point)}
          </text>
        </g>
      ))}
      <path
        className="bracket"
        d={`M32 ${70 + drop}v5H${permit + 20}v-5M${wait - 34} ${70 + drop}v5H${width - 22}v-5`}
      />
      <text className="mid" x={(32 + permit + 20) / 2} y={92 + drop}>
        {t('inside.scheduler.scheduling')}
      </text>
      <text className="mid" x={(wait - 34 + width - 22) / 2} y={92 + drop}>
        {t('inside.scheduler.binding')}
      </text>
      {others.map((attempt) => (
        <g key={attempt.pod}>
          <circle className="dot-ring" cx={x(attempt.point)} cy="34" r="6" />
          <text className="mid other" x={x(attempt.point)} y="14">
            {nameOf(attempt.pod)}
          </text>
        </g>
      ))}
      {active !== undefined && (
        <ActiveDot x={x(active.point)} width={width} name={nameOf(active.pod)} />
      )}
    </svg>
  );
}

interface ActiveDotProps {
  readonly x: number;
  readonly width: number;
  readonly name: string;
}

function ActiveDot({ x, width, name }: ActiveDotProps): ReactNode {
  const half = name.length * 3.7 + 10;
  const centre = Math.min(Math.max(half, x), width - half);
  return (
    <>
      <circle className="dotring" cx={x} cy="34" r="13" />
      <circle className="dotgap" cx={x} cy="34" r="9.500" />
      <circle className="dot" cx={x} cy="34" r="7" />
      <rect className="tag-plate" x={centre - half} y="-3" width={2 * half} height="20" rx="4" />
      <text className="mid tag-text" x={centre} y="11">
        {name}
      </text>
    </>
  );
}
