/** The results as a table of `docs/serve.md`: sums, and what lines differ by. */
import { causeOf } from './causes.ts';
import type { RecordingResult, Results } from './results.ts';

const begin = '<!-- recordings: written by npm run serve:recordings -->';
const end = '<!-- end of recordings -->';

type Side = 'recording' | 'own';

const equal = (of: readonly RecordingResult[], side: Side): number =>
  of.reduce(
    (sum, { lines, differing }) =>
      sum + lines - differing.filter((line) => line[side] !== undefined).length,
    0,
  );

/** Text that means nothing to Markdown or to a template. */
const plain = (text: string): string =>
  `\`${text.replaceAll('`', "'").replaceAll('|', '¦').replaceAll('{{', '{ {').slice(0, 80)}\``;

/** How many lines have a cause, and where each is that has no known one. */
function causesOf(results: Results): readonly string[] {
  const counts = new Map<string, Record<Side, number>>();
  for (const [version, found] of Object.entries(results)) {
    for (const [name, { differing }] of Object.entries(found)) {
      for (const line of differing) {
        for (const side of ['recording', 'own'] as const) {
          if (line[side] === undefined) continue;
          const known = causeOf(line, side, { version, recording: name });
          const cause = known ?? `not explained: ${name}, ${plain(line.line)}`;
          const key = `${version} | ${cause}`;
          const count = counts.get(key) ?? { recording: 0, own: 0 };
          count[side]++;
          counts.set(key, count);
        }
      }
    }
  }
  return [...counts].map(([key, { recording, own }]) => `| ${key} | ${recording} | ${own} |`);
}

function tableOf(results: Results): readonly string[] {
  const sums = Object.entries(results).map(([version, found]) => {
    const all = Object.values(found);
    const lines = all.reduce((sum, each) => sum + each.lines, 0);
    return `| ${version} | ${lines} | ${equal(all, 'recording')} | ${equal(all, 'own')} |`;
  });
  return [
    '| kubectl | lines | as recorded | as our own kubectl |',
    '| --- | ---: | ---: | ---: |',
    ...sums,
    '',
    'Why lines differ:',
    '',
    '| kubectl | by | from the recording | from our own |',
    '| --- | --- | ---: | ---: |',
    ...causesOf(results),
  ];
}

/** The document with the table between its two marks; throws if it has none. */
export function withTable(document: string, results: Results): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The document lacks ${begin} and ${end}.`);
  const table = tableOf(results).join('\n');
  return `${document.slice(0, from + begin.length)}\n\n${table}\n\n${document.slice(to)}`;
}
