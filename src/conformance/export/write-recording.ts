/** Writes a simulated run into a folder, in the format of the recordings of the real cluster. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScenarioRun } from '../run-scenario.ts';
import type { ScenarioFile } from '../scenario-file.ts';
import { criLines } from './cri.ts';
import { etcdLines, eventLines, objectsByKind } from './etcd.ts';
import { readLines, writeLines } from './requests.ts';
import { schedulerLog } from './scheduler.ts';

/** `scenario` is written beside what happened, so that the folder explains itself. */
export function writeRecording(folder: string, run: ScenarioRun, scenario: ScenarioFile): void {
  mkdirSync(folder, { recursive: true });
  const file = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  const jsonl = (name: string, lines: readonly unknown[]): void =>
    file(name, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  file('scenario.json', `${JSON.stringify(scenario, null, 1)}\n`);
  const { facts, startAt, idleAt } = run;
  const compared = facts.slice(startAt);
  jsonl('kubectl.jsonl', run.steps);
  jsonl('writes.jsonl', writeLines(facts, startAt));
  jsonl('reads.jsonl', readLines(facts, startAt));
  jsonl('etcd.jsonl', etcdLines(compared));
  jsonl('cri.jsonl', criLines(compared));
  jsonl('events.jsonl', eventLines(facts, idleAt));
  file('objects.json', `${JSON.stringify(objectsByKind(facts), null, 1)}\n`);
  file('scheduler.txt', schedulerLog(compared));
}
