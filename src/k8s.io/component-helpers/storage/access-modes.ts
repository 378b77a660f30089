/** Access modes in short, each once, always in this order. Source: GetAccessModesAsString. */
const shortModes: readonly (readonly [mode: string, short: string])[] = [
  ['ReadWriteOnce', 'RWO'],
  ['ReadOnlyMany', 'ROX'],
  ['ReadWriteMany', 'RWX'],
  ['ReadWriteOncePod', 'RWOP'],
];

export const accessModesText = (modes: readonly string[] = []): string =>
  shortModes.flatMap(([mode, short]) => (modes.includes(mode) ? [short] : [])).join(',');
