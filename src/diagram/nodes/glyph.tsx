/** The signs of component families and of pod states, on a grid of 16. Words stand beside them. */

import type { ReactNode } from 'react';
import type { Family } from '#player/timeline';
import { familyPaths } from './family-paths.ts';

export function FamilyGlyph({ family }: { readonly family: Family }): ReactNode {
  return (
    <svg className={`i glyph ${family}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={familyPaths[family]} />
    </svg>
  );
}

/** The sign and the colour of a pod's status. */
export function signOf(status: string): { readonly sign: string; readonly tone: string } {
  if (status === 'Running') return { sign: 'disc', tone: 'ok' };
  if (status === 'Pending') return { sign: 'dashed', tone: 'pending' };
  if (/^(ContainerCreating|PodInitializing|Init:\d+\/\d+)$/.test(status)) {
    return { sign: 'half', tone: 'progress' };
  }
  if (status === 'Succeeded' || status === 'Completed') return { sign: 'tick', tone: 'ok' };
  // The Pod has not failed: it waits for the next try.
  if (status === 'Terminating' || status.endsWith('BackOff'))
    return { sign: 'clock', tone: 'warn' };
  return { sign: 'cross', tone: 'fail' };
}

export function PodGlyph({ status }: { readonly status: string }): ReactNode {
  const { sign, tone } = signOf(status);
  return (
    <svg className={`i pod-glyph ${tone}`} viewBox="0 0 16 16" aria-hidden="true">
      {signs[sign]}
    </svg>
  );
}

const signs: Readonly<Record<string, ReactNode>> = {
  dashed: <circle cx="8" cy="8" r="5" strokeDasharray="2.600 2" />,
  half: (
    <>
      <circle cx="8" cy="8" r="5" />
      <path d="M8 3a5 5 0 0 1 0 10z" fill="currentColor" />
    </>
  ),
  disc: <circle cx="8" cy="8" r="5" fill="currentColor" />,
  tick: <path d="M3 8.500l3.250 3L13 4.500" />,
  cross: <path d="M4 4l8 8M12 4l-8 8" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5" />
      <path d="M8 5.250V8l2 1.500" />
    </>
  ),
};

/** The names of the signs that Pods have, for the legend. */
export const podSigns: readonly string[] = Object.keys(signs);

/** A container as a square: dashed waiting, half not ready, full ready, tick or cross ended. */
export function ContainerSquare({
  state,
  ready,
}: {
  readonly state: string;
  readonly ready: boolean;
}): ReactNode {
  // `gone`: its machine went off, and nobody has reported that yet.
  const ended = state.startsWith('terminated') || state === 'gone';
  // The kubelet reports `Completed`; until it does, the exit code decides.
  const completed = state.includes('Completed') || state === 'terminated 0';
  const waiting = state.startsWith('waiting');
  const tone = waiting ? 'pending' : ended && !completed ? 'fail' : 'ok';
  return (
    <svg className={`container-square ${tone}`} viewBox="0 0 18 18" aria-hidden="true">
      <rect x="1.500" y="1.500" width="15" height="15" rx="2" className={waiting ? 'dashed' : ''} />
      {state.startsWith('running') && (
        <rect
          x="1.500"
          y={ready ? 1.5 : 9}
          width="15"
          height={ready ? 15 : 7.5}
          rx="1"
          className="fill"
        />
      )}
      {ended && <path d={completed ? 'M5 9.500l2.500 2.500L13 6' : 'M6 6l6 6M12 6l-6 6'} />}
    </svg>
  );
}
