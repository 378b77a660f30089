/** Runs of typed commands and of acts on machines, and what the story reads like in English. */
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import type { StoryMessage } from '#facts/telling';
import page from '#i18n/en.json' with { type: 'json' };
import english from '#i18n/story/en.json' with { type: 'json' };
import { learn } from '#i18n/t';
import { tellingAt } from '#player/telling-in-log';
import { TraceLog } from '#player/trace-log';
import { readHostAction } from '#trace/host-words';
import type { Recording, TimedInput } from '#worker/protocol';
import { runRecording } from '#worker/run-recording';
import { plainLine } from './plain-line.ts';
import { translateWith } from './telling.ts';

const words = { ...page, ...english };
learn(words);
const translate = translateWith(words);

/** The plain English of a line or a reason; empty for none. */
export const inEnglish = (message: StoryMessage | undefined): string =>
  message === undefined ? '' : plainLine(translate(message));

export const entered = (line: string, at: number, stdin?: string): TimedInput => ({
  at: seconds(at),
  kind: 'command',
  line,
  user: 'admin',
  ...(stdin === undefined ? {} : { stdin }),
});

/** Makes the Deployment web. */
export const web = (replicas = 1, at = 30): TimedInput =>
  entered(`kubectl create deployment web --image=nginx:1.28 --replicas=${replicas}`, at);

export const acted = (line: string, at: number): TimedInput => ({
  at: seconds(at),
  kind: 'host',
  action: readHostAction(line),
});

/** The log of a run that begins with the cluster of a scenario; times are seconds. */
export function logOf(
  inputs: Recording['inputs'],
  until: number,
  scenario = 'create-deployment',
): TraceLog {
  const log = new TraceLog();
  const recording = { scenario, seed: 1, inputs, until: seconds(until) };
  for (const { facts } of runRecording(recording, allParts)) {
    log.append(facts.slice(log.facts.length));
  }
  return log;
}

/** All beats of a run, a line each: `what is told — why`. */
export const readOf = (inputs: Recording['inputs'], until: number, scenario?: string): string => {
  const log = logOf(inputs, until, scenario);
  const tellings = log.beats.flatMap((beat) => tellingAt(log, beat) ?? []);
  return tellings.map(({ line, why }) => [line, why].map(inEnglish).join(' — ')).join('\n');
};
