/**
 * Takes out of a text what differs between two runs of one cluster: uids, times, addresses,
 * digests, random suffixes and durations. The order of the replacements matters.
 */
const safe = '[bcdfghjklmnpqrstvwxz2456789]';

const replacements: readonly (readonly [RegExp, string])[] = [
  [new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), ''],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UID'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)/g, 'TIME'],
  [/(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d \w{3} \d{4} \d\d:\d\d:\d\d \+0000/g, 'TIME'],
  [/sha256:[0-9a-f]{64}/g, 'DIGEST'],
  [/[0-9a-f]{64}/g, 'ID'],
  [/\b10\.244\.\d+\.\d+/g, 'PODIP'],
  [/\b10\.96\.\d+\.\d+/g, 'SVCIP'],
  [/\b172\.30\.0\.\d+/g, 'NODEIP'],
  [new RegExp(`-${safe}{6,10}-${safe}{5}\\b`, 'g'), '-HASH-RAND'],
  [new RegExp(`-${safe}{8,10}\\b`, 'g'), '-HASH'],
  [new RegExp(`(pod-template-hash[=:" ]+)${safe}{6,10}`, 'g'), '$1HASH'],
  [new RegExp(`\\b(kube-api-access|[a-z0-9-]+)-${safe}{5}\\b`, 'g'), '$1-RAND'],
  [/\bin \d+(\.\d+)?m?s \(\d+(\.\d+)?m?s including waiting\)/g, 'in DUR'],
  [/Image size: \d+ bytes/g, 'Image size'],
  [/resourceVersion: "\d+"/g, 'resourceVersion'],
  [/\b\d+(\.\d+)?(ms|s)\b/g, 'DUR'],
  [/\b(\d+d)?(\d+h)?(\d+m)?\d+s\b|\b\d+[mhd]\b/g, 'DUR'],
  [/\.18[0-9a-f]{14}/g, '.EV'],
  [/ \(x\d+ over DUR\)/g, ' (xN)'],
  [/<unknown>|<invalid>/g, 'DUR'],
  [/ {2,}/g, '  '],
  [/[ \t]+$/gm, ''],
];

export function normalize(text: string): string {
  return replacements.reduce((result, [from, to]) => result.replace(from, to), text);
}
