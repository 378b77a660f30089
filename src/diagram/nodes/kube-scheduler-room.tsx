/** The scheduler: how full its three queues are, and the pod that it works on. */

import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { wordFor } from '#i18n/word-for';
import type { SchedulerScene } from '#player/scene';
import { useShown } from '../selectors.ts';
import { useAnchor } from '../story/anchored.ts';
import { Room } from './room.tsx';
import { lastPart } from './short-names.ts';
import { Ticket } from './ticket.tsx';
import { useProgramWords } from './use-program-words.ts';

interface KubeSchedulerRoomProps {
  readonly compact: boolean;
  /** Whether it is too narrow for its queues. */
  readonly narrow: boolean;
}

export function KubeSchedulerRoom({ compact, narrow }: KubeSchedulerRoomProps): ReactNode {
  const t = useT();
  const scheduler = useShown((scene) => scene.scheduler);
  const { title, fact } = useProgramWords('kube-scheduler');
  const { activeQ, backoffQ, unschedulablePods } = scheduler;
  const queues = [
    ['activeQ', activeQ.length],
    ['backoffQ', backoffQ.length],
    ['unschedulablePods', unschedulablePods.length],
  ] as const;
  const state = queues.map(([name, length]) => `${name} ${length}`).join(', ');
  return (
    <Room
      id="kube-scheduler"
      family="scheduler"
      title={compact ? 'scheduler' : title}
      fact={compact ? undefined : fact}
      state={state}
    >
      <div className="room-body scheduler-body">
        {!narrow && (
          <div className="queues">
            {queues.map(([name, length]) => (
              <Queue key={name} name={name} length={length} />
            ))}
          </div>
        )}
        <Attempt scheduler={scheduler} compact={compact} idle={t('diagram.scheduler.idle')} />
      </div>
    </Room>
  );
}

function Queue({ name, length }: { readonly name: string; readonly length: number }): ReactNode {
  return (
    <span {...useAnchor(`kube-scheduler/${name}`)}>
      {name} <b className="num">{length}</b>
    </span>
  );
}

function Attempt({
  scheduler,
  compact,
  idle,
}: {
  readonly scheduler: SchedulerScene;
  readonly compact: boolean;
  readonly idle: string;
}): ReactNode {
  const t = useT();
  const cache = useAnchor('kube-scheduler/cache');
  const { inFlight, last, assumed, activeQ, backoffQ, unschedulablePods } = scheduler;
  const waiting = activeQ[0] ?? backoffQ[0] ?? unschedulablePods[0];
  if (inFlight.length === 0 || last === undefined) {
    return (
      <div className="attempt">
        {waiting === undefined ? (
          <span className="quiet">{idle}</span>
        ) : (
          <span className="key">{compact ? lastPart(waiting) : waiting}</span>
        )}
      </div>
    );
  }
  const name = last.pod.slice(last.pod.indexOf('/') + 1);
  const node = assumed.get(last.pod);
  return (
    <div className="attempt">
      <b className="now-word">{wordFor(t, 'point', last.point)}</b>
      {compact ? (
        <span className="mono">{lastPart(name)}</span>
      ) : (
        <Ticket kind="pod" name={name} edge="copy" anchor={`kube-scheduler/pods/${last.pod}`} />
      )}
      {node !== undefined && !compact && (
        <span className="second" {...cache}>
          {t('diagram.scheduler.assumed', { node })}
        </span>
      )}
    </div>
  );
}
