/** The results as a table of `docs/serve.md`: sums, and each line that differs with its cause. */
import { causeOf } from './causes.ts';
import type { LineResult, RecordingResult, Results } from './results.ts';

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

const why = (line: LineResult, side: Side, version: string): string =>
  line[side] === undefined ? 'equal' : (causeOf(line, side, version) ?? '**not explained**');

function tableOf(results: Results): readonly string[] {
  const sums = Object.entries(results).map(([version, found]) => {
    const all = Object.values(found);
    const lines = all.reduce((sum, each) => sum + each.lines, 0);
    return `| ${version} | ${lines} | ${equal(all, 'recording')} | ${equal(all, 'own')} |`;
  });
  const rows = Object.entries(results).flatMap(([version, found]) =>
    Object.entries(found).flatMap(([name, { differing }]) =>
      differing.map((line) => {
        const sides = `${why(line, 'recording', version)} | ${why(line, 'own', version)}`;
        return `| ${version} | ${name} | ${plain(line.line)} | ${sides} |`;
      }),
    ),
  );
  return [
    '| kubectl | lines | as recorded | as our own kubectl |',
    '| --- | ---: | ---: | ---: |',
    ...sums,
    '',
    'Where a line differs:',
    '',
    '| kubectl | recording | line | from the recording by | from our own by |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ];
}

/** The document with the table between its two marks; throws if it has none. */
export function withTable(document: string, results: Results): string {
  const [from, to] = [document.indexOf(begin), document.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The document lacks ${begin} and ${end}.`);
  const table = tableOf(results).join('\n');
  return `${document.slice(0, from + begin.length)}\n\n${table}\n\n${document.slice(to)}`;
}
