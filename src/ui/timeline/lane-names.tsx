/** The names of the lanes, in pipeline order, the one of this step in bold. */
import type { ReactNode } from 'react';
import { controllerTitle } from '#i18n/controller-title';
import { useT } from '#i18n/locale';
import { textWidth } from '#i18n/text-width';
import { usePlayer } from '#player/player';
import { type Lane, laneOf } from '#player/timeline';
import { currentLane } from './current-lane.ts';

/** Latin letters that the column has room for, about. */
const longest = 23;

/** A sign of Chinese or Japanese beside a letter of this type. */
const wideSign = 1.6;

export function LaneNames({ lanes }: { readonly lanes: readonly Lane[] }): ReactNode {
  const t = useT();
  const breakpoints = usePlayer((state) => state.breakpoints);
  const stops = new Set(
    breakpoints.flatMap(({ kind, value }) => (kind === 'component' ? laneOf(value)?.id : [])),
  );
  const here = usePlayer(currentLane);
  const nameOf = (id: string): string => {
    // The controllers of a second manager are numbered: `job-controller (2)`.
    const [, name = id, number = ''] = /^(\S+-controller)( \(\d+\))?$/.exec(id) ?? [];
    const title = controllerTitle(t, name);
    if (textWidth(title + number, wideSign) <= longest) return title + number;
    // `kube-controller-manager-2` is told from the first one by its end.
    return controllerTitle(t, name, true).replace(/^kube-/, '') + number;
  };
  return (
    <ul className="lane-names">
      {lanes.map(({ id, family }) => (
        <li key={id} className={id === here ? `${family} here` : family}>
          <span title={id}>{nameOf(id)}</span>
          {stops.has(id) && <b className="stop" title={t('breakpoints.title')} />}
        </li>
      ))}
    </ul>
  );
}
