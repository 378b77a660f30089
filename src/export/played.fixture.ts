/** One run for the tests of the exports: a Deployment of two Pods, then a look at them. */
import { allParts } from '#cluster/parts/all-parts';
import english from '#i18n/en.json';
import { learn, translate } from '#i18n/t';
import { TraceLog } from '#player/trace-log';
import { findScenario } from '#scenarios/index';
import type { Recording } from '#worker/protocol';
import { runRecording } from '#worker/run-recording';
import type { ExportWords } from './words.ts';

const readyAt = findScenario('create-deployment')?.readyAt ?? 0;

export const recording: Recording = {
  scenario: 'create-deployment',
  seed: 3,
  inputs: [
    {
      at: readyAt,
      kind: 'command',
      line: 'kubectl create deployment web --image=nginx --replicas=2',
      user: 'admin',
    },
    { at: readyAt + 5_000_000, kind: 'command', line: 'kubectl get pods', user: 'admin' },
  ],
};

export function play(run: Recording): TraceLog {
  const log = new TraceLog();
  for (const { facts } of runRecording(run, allParts)) log.append(facts.slice(log.facts.length));
  return log;
}

export const words: ExportWords = {
  lang: 'en',
  text: ({ id, params = {} }) => translate(english, id, params),
  tourText: (id) => `told: ${id}`,
};

learn(english);
