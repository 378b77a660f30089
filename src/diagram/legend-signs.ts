/** The signs that the map and its lanes draw, as data: the legend names each of them. */

export const legendGroups = [
  { id: 'moving', signs: ['request', 'ring', 'refused', 'event'] },
  { id: 'lines', signs: ['watch', 'route', 'used', 'passed', 'ahead', 'here'] },
  { id: 'objects', signs: ['stored', 'copy', 'ghost', 'new'] },
  { id: 'pods', signs: ['dashed', 'half', 'disc', 'tick', 'clock', 'cross'] },
  { id: 'containers', signs: ['waiting', 'starting', 'ready', 'completed', 'failed'] },
  { id: 'rows', signs: ['cause', 'effect', 'further'] },
] as const;

export type LegendSign = (typeof legendGroups)[number]['signs'][number];

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
export const containerSamples: ReadonlyMap<
  string,
  { readonly state: string; readonly ready: boolean }
> = new Map([
  ['waiting', { state: 'waiting ContainerCreating', ready: false }],
  ['starting', { state: 'running', ready: false }],
  ['ready', { state: 'running', ready: true }],
  ['completed', { state: 'terminated Completed', ready: false }],
  ['failed', { state: 'terminated Error', ready: false }],
]);
