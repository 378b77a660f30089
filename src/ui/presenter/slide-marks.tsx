/**
 * What a slide says in the picture beside the rooms: how many checks a request has passed, as one
 * line in place of six labels, and at a question the number of each answer on its room.
 */
import { type ReactNode, useEffect } from 'react';
import { useDiagram } from '#diagram/diagram-store';
import type { Rect } from '#diagram/layout/polyline';
import { useLayout } from '#diagram/layout/use-layout';
import { currentRequest } from '#diagram/selectors';
import { useT } from '#i18n/locale';
import { usePlayer } from '#player/player';
import { useBox } from '../use-box.ts';
import { choicesOf } from './choices.ts';
import { noteLayout } from './take-miniature.ts';
import type { ShownQuestion } from './walk.ts';

export function SlideMarks({ asked }: { readonly asked: ShownQuestion | undefined }): ReactNode {
  const [box, { width, height }] = useBox<HTMLDivElement>();
  const layout = useLayout(width, height);
  useEffect(() => noteLayout(layout), [layout]);
  const room = useDiagram((diagram) => diagram.room);
  const server = layout.rooms.get('kube-apiserver');
  return (
    <div className="sl-marks" ref={box} aria-hidden="true">
      {room === undefined && width > 0 && (
        <svg
          className="sl-drawn"
          aria-hidden="true"
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          preserveAspectRatio="xMidYMin meet"
        >
          {asked?.revealed !== false && server !== undefined && <Checks server={server} />}
          {asked !== undefined && <Badges asked={asked} rooms={layout.rooms} />}
        </svg>
      )}
    </div>
  );
}

function Checks({ server }: { readonly server: Rect }): ReactNode {
  const t = useT();
  const n = usePlayer((state) => {
    const request = currentRequest(state);
    if (request === undefined || request.deniedAt !== undefined) return 0;
    return request.passed.filter((stage) => checks.has(stage)).length;
  });
  if (n === 0) return null;
  // Below the label of the station, above the counts of the watch cache.
  const y = server.y + Math.min(112, server.height - 46);
  return (
    <text className="checks" x={server.x + server.width / 2} y={y}>
      {t('fold.checks', { n })}
    </text>
  );
}

/** The stations at which a request may be refused. */
const checks: ReadonlySet<string> = new Set([
  'authenticate',
  'flow-control',
  'authorize',
  'mutate',
  'validate',
]);

interface BadgesProps {
  readonly asked: ShownQuestion;
  readonly rooms: ReadonlyMap<string, Rect>;
}

function Badges({ asked, rooms }: BadgesProps): ReactNode {
  const nodes = usePlayer(({ scene }) => [...scene.nodes.keys()].join(' '));
  const size = 26;
  return choicesOf(asked.id, nodes.split(' ')).map(({ choice, room }) => {
    const rect = rooms.get(room ?? '');
    if (rect === undefined) return null;
    const right = asked.revealed && choice === asked.question.right;
    const state = asked.revealed ? (right ? ' right' : ' wrong') : '';
    const x = rect.x + rect.width - size - 6;
    const y = rect.y + 6;
    return (
      <g key={choice} className={`badge${state}`}>
        <rect x={x} y={y} width={size} height={size} rx="5" />
        <text x={x + size / 2} y={y + size / 2 + 6}>
          {choice + 1}
        </text>
      </g>
    );
  });
}
