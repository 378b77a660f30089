/** The names of the lanes, in pipeline order, the one of this step in bold. */
import type { ReactNode } from 'react';
import { controllerTitle } from '#i18n/controller-title';
import { useT } from '#i18n/locale';
import { textWidth } from '#i18n/text-width';
import { usePlayer } from '#player/player';
import { type Lane, laneOf } from '#player/timeline';
import { currentLane } from './current-lane.ts';

/** The approximate number of Latin letters that the column has room for. */
const longest = 23;

/** The width of a sign of Chinese or Japanese, in letters of this type. */
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
    // The end of `kube-controller-manager-2` distinguishes it from the first one.
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
