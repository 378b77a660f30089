/** The signs of component families and of pod states, on a grid of 16. Words stand beside them. */

import type { ReactNode } from 'react';
import type { Family } from '#player/timeline';

const familyPaths: Readonly<Record<Family, string>> = {
  client: 'M2.5 3.5h11v9h-11zM5 6.5l2 1.75L5 10M8.500 10.250H11',
  apiserver: 'M2.5 13.5v-8L8 2.5l5.500 3v8M6 13.500v-5h4v5M2 13.500h12',
  etcd:
    'M3 4.250c0-1 2.250-1.750 5-1.750s5 .75 5 1.750-2.250 1.750-5 1.750-5-.75-5-1.750z' +
    'M3 4.250v7.500c0 1 2.250 1.750 5 1.750s5-.75 5-1.750v-7.500' +
    'M3 8c0 1 2.250 1.750 5 1.750S13 9 13 8',
  controllers: 'M13 8a5 5 0 0 1-9 3M3 8a5 5 0 0 1 9-3M12.250 2.250V5h-2.750M3.750 13.750V11h2.750',
  scheduler: 'M2.500 2.500h11v11h-11zM2.500 6.170h11M2.500 9.830h11M6.170 2.500v11M9.830 2.500v11',
  kubelet: 'M2.500 3.500h11v7h-11zM5 13.500h6M8 10.500v3M5 7h1.500M8 7h3',
  runtime: 'M8 2l5.500 3v6L8 14l-5.500-3V5zM2.500 5L8 8l5.500-3M8 8v6',
  network:
    'M6.500 2.500h3v3h-3zM2.500 10.500h3v3h-3zM10.500 10.500h3v3h-3zM8 5.500V8M4 10.500V8h8v2.500',
};

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
