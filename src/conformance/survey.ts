/**
 * `npm run conformance:survey`: plays the project's own recordings with several seeds, writes
 * shortfalls.json, and the table in the README: scenario by section.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { barsOf, bestScores, recordings, type Shortfall, shortfallsFile } from './best-scores.ts';
import { sectionNames } from './compare/sections.ts';
import { scenarioNames } from './scenario-file.ts';

const readme = join(import.meta.dirname, 'README.md');
const begin = '<!-- scores: written by npm run conformance:survey -->';
const end = '<!-- end of scores -->';

const shortfalls: Record<string, Shortfall> = {};
const rows: string[] = [];
for (const name of scenarioNames(recordings)) {
  const bars = barsOf(name);
  const { unsupported, sections } = bestScores(recordings, name, bars);
  const below = sectionNames.filter((section) => sections[section].score < bars[section]);
  const floor = (score: number): number => Math.floor(score * 1000) / 1000;
  const scores = Object.fromEntries(
    below.map((section) => [section, floor(sections[section].score)]),
  );
  if (below.length > 0 || unsupported.length > 0) shortfalls[name] = { unsupported, scores };
  const cells = sectionNames.map((section) => {
    const score = sections[section].score.toFixed(3);
    return below.includes(section) ? `**${score}**` : score;
  });
  rows.push(`| ${[name, ...cells].join(' | ')} |`);
  console.log(rows.at(-1));
}

writeFileSync(shortfallsFile, `${JSON.stringify(shortfalls, null, 2)}\n`);
const head = `| scenario | ${sectionNames.join(' | ')} |`;
const rule = `| --- |${' ---: |'.repeat(sectionNames.length)}`;
const text = readFileSync(readme, 'utf8');
const [before = '', rest = ''] = text.split(begin);
const after = rest.split(end)[1] ?? '';
const table = [begin, '', head, rule, ...rows, '', end].join('\n');
writeFileSync(readme, `${before}${table}${after}`);
