/** All signs of the map in their groups, each with its meaning. */
import type { ReactNode } from 'react';
import { useT } from '#i18n/locale';
import { barSigns, svgSign } from './bar-signs.tsx';
import { ContainerSquare, PodGlyph } from './nodes/glyph.tsx';

export default function LegendSheet(): ReactNode {
  const t = useT();
  const groups = legendGroups.map(({ id, signs }) => (
    <section key={id}>
      <b>{t(`diagram.legend.group.${id}`)}</b>
      <ul>
        {signs.map((sign) => (
          <li key={sign}>
            <Sign sign={sign} />
            {t(`diagram.legend.${sign}`)}
          </li>
        ))}
      </ul>
    </section>
  ));
  return groups;
}

function Sign({ sign }: { readonly sign: LegendSign }): ReactNode {
  const pod = podSamples.get(sign);
  if (pod !== undefined) return <PodGlyph status={pod} />;
  const container = containerSamples.get(sign);
  if (container !== undefined) return <ContainerSquare {...container} />;
  return drawn[sign];
}

const drawn: { readonly [S in LegendSign]?: ReactNode } = {
  ...barSigns,
  ghost: <i className="swatch ghost" />,
  new: <i className="swatch new" />,
  here: <i className="swatch here" />,
  refused: svgSign(
    <path className="legend-octagon" d="M9.500 1.500h7l4 5.500-4 5.500h-7L5.500 7zM10 7h6" />,
  ),
  event: svgSign(<path className="legend-event" d="M13 1.500L18.500 7 13 12.500 7.500 7z" />),
  packet: svgSign(
    <path className="legend-event" d="M6.500 2.500h13v9h-13zM6.500 2.500L13 7.500l6.500-5" />,
  ),
  route: svgSign(<path className="route" d="M1 7h24" />),
  used: svgSign(<path className="route past" d="M1 7h24" />),
  passed: svgSign(<circle className="stn past apiserver" cx="13" cy="7" r="5" />),
  ahead: svgSign(<circle className="stn" cx="13" cy="7" r="5" />),
  cut: svgSign(<path className="legend-cut" d="M1 7h8M17 7h8M11.500 2.500l3 9" />),
  cause: svgSign(<path className="legend-cause" d="M1 7h20M17 4l5 3-5 3z" />),
  effect: svgSign(
    <>
      <path className="legend-cause dashed" d="M1 7h17" />
      <path className="legend-cause" d="M17 4l5 3-5 3z" />
    </>,
  ),
  further: svgSign(<path className="legend-cause" d="M13 1v7M9 8h8l-4 5z" />),
};

/** The signs that the map and its lanes draw, as data: the legend names each of them. */
export const legendGroups = [
  { id: 'moving', signs: ['request', 'ring', 'refused', 'event', 'packet'] },
  { id: 'lines', signs: ['watch', 'route', 'used', 'passed', 'ahead', 'here', 'cut'] },
  { id: 'objects', signs: ['stored', 'copy', 'ghost', 'new'] },
  { id: 'pods', signs: ['dashed', 'half', 'disc', 'tick', 'clock', 'cross'] },
  { id: 'containers', signs: ['waiting', 'starting', 'ready', 'completed', 'failed'] },
  { id: 'rows', signs: ['cause', 'effect', 'further'] },
] as const;

type LegendSign = (typeof legendGroups)[number]['signs'][number];

/** A status for each sign of a Pod, by the sign's name in `nodes/glyph.tsx`. */
export const podSamples: ReadonlyMap<string, string> = new Map([
  ['dashed', 'Pending'],
  ['half', 'ContainerCreating'],
  ['disc', 'Running'],
  ['tick', 'Completed'],
  ['clock', 'Terminating'],
  ['cross', 'Error'],
]);

/** A state for each way in which a container is drawn. */
const containerSamples: ReadonlyMap<string, { readonly state: string; readonly ready: boolean }> =
  new Map([
    ['waiting', { state: 'waiting ContainerCreating', ready: false }],
    ['starting', { state: 'running', ready: false }],
    ['ready', { state: 'running', ready: true }],
    ['completed', { state: 'terminated Completed', ready: false }],
    ['failed', { state: 'terminated Error', ready: false }],
  ]);
