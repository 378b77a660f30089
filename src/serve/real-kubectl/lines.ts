/**
 * Further lines that a real kubectl and our own are asked, in files of their own (`lines/*.txt`).
 *
 * A file has a line of kubectl in each line, without `kubectl`; `sleep N` lets N seconds pass, and
 * the text between `<<EOF` and `EOF` is standard input. They are played one after the other in the
 * recorded cluster of three nodes.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { splitWords } from '#base/shell-words';
import type { ScenarioFileStep } from '#conformance/scenario-file';

const folder = join(import.meta.dirname, 'lines');

export const lineFiles = (): readonly string[] =>
  readdirSync(folder)
    .map((file) => basename(file, '.txt'))
    .sort();

export const stepsOfFile = (name: string): readonly ScenarioFileStep[] =>
  stepsOf(readFileSync(join(folder, `${name}.txt`), 'utf8'));

function stepsOf(text: string): readonly ScenarioFileStep[] {
  const lines = text.split('\n');
  const steps: ScenarioFileStep[] = [];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (line === '' || line.startsWith('#')) continue;
    const seconds = /^sleep (\d+)$/.exec(line)?.[1];
    if (seconds !== undefined) steps.push({ sleep: Number(seconds) });
    else if (line.endsWith('<<EOF')) {
      const end = lines.indexOf('EOF', at);
      if (end < 0) throw new Error(`no EOF after ${line}`);
      const verb = line.slice(0, -'<<EOF'.length).trim();
      const apply = lines.slice(at + 1, end).map((each) => `${each}\n`);
      steps.push({ apply: apply.join(''), verb, argv: splitWords(verb) });
      at = end;
    } else steps.push({ kubectl: line, argv: splitWords(line) });
  }
  return steps;
}
