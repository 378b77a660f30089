import { join } from 'node:path';
import { expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { locales } from '#i18n/preferred-locale';
import type { Catalog } from '#i18n/t';
import { tellingAt } from '#player/telling-in-log';
import { TraceLog } from '#player/trace-log';
import { scenarios } from '#scenarios/index';
import { runRecording } from '#worker/run-recording';
import { plainLine } from '../caption/plain-line.ts';
import { decisionPace, readingTimeOf } from '../caption/reading-time.ts';
import { translateWith } from '../caption/telling.ts';

const { id: scenario, readyAt, suggestion: line } = scenarios['create-deployment'];

/** Milliseconds that the picture moves before a beat is told. */
const movement = 1000;

const catalogs = import.meta.glob<Catalog>('../../i18n/{*,story/*}.json', {
  import: 'default',
  eager: true,
});

it('says of the walk how many beats it has, and how long playing it takes in each language', async () => {
  const log = new TraceLog();
  const inputs = [{ at: readyAt, kind: 'command', line, user: 'admin' } as const];
  for (const { facts } of runRecording({ scenario, seed: 1, inputs }, allParts)) {
    log.append(facts.slice(log.facts.length));
  }
  const secondsIn = (locale: string): number => {
    const translate = translateWith({
      ...catalogs[`../../i18n/${locale}.json`],
      ...catalogs[`../../i18n/story/${locale}.json`],
    });
    const times = log.beats.map((beat) => {
      const telling = tellingAt(log, beat);
      const read = telling === undefined ? 0 : readingTimeOf(plainLine(translate(telling.line)));
      return movement + read * (beat.kind === 'decide' ? decisionPace : 1);
    });
    return Math.round(times.reduce((sum, time) => sum + time, 0) / 1000);
  };
  const seconds = Object.fromEntries(locales.map((locale) => [locale, secondsIn(locale)]));
  const walk = { beats: log.beats.length, seconds };
  const file = join(import.meta.dirname, 'walk.json');
  await expect(`${JSON.stringify(walk, null, 2)}\n`).toMatchFileSnapshot(file);
}, 60_000);
