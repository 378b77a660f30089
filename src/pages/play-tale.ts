/**
 * Plays a tour, or a scenario of the gallery, and makes its outline: the costly part of a static
 * page, the same for every language. As a worker thread it answers ids with outlines.
 */
import { isMainThread, parentPort } from 'node:worker_threads';
import { allParts } from '#cluster/parts/all-parts';
import { type Outline, outlineOf } from '#export/outline';
import en from '#i18n/en.json';
import { learn } from '#i18n/t';
import { captionInLog } from '#player/caption-in-log';
import { TraceLog } from '#player/trace-log';
import { type Figure, figureOf } from '#scenarios/gallery/figure';
import { findScenario } from '#scenarios/index';
import { bindTour } from '#scenarios/tours/bind-tour';
import { driveOf, type Tour } from '#scenarios/tours/tour';
import { runRecording } from '#worker/run-recording';
import { tales } from './tales.ts';

/** The seed of a link without one. */
const seed = 1;

export interface PlayedTale {
  readonly id: string;
  readonly outline: Outline;
  readonly figure: Figure;
}

/** Throws for an unknown id, and when the simulator fails. */
function playTale(id: string): PlayedTale {
  const tour = tales.get(id);
  if (tour === undefined) throw new Error(`There is no tour "${id}".`);
  // Captions choose among the messages that there are.
  learn(en);
  const log = play(tour);
  const first = bindTour(tour, log.steps, log.facts)[0]?.fact ?? 0;
  const from = findScenario(tour.scenario)?.readyAt ?? 0;
  return {
    id,
    outline: outlineOf(log, captionInLog, tour),
    figure: figureOf(log.facts, from, first),
  };
}

function play(tour: Tour): TraceLog {
  const log = new TraceLog();
  const inputs = driveOf(tour, findScenario(tour.scenario)?.readyAt ?? 0);
  for (const { facts } of runRecording({ scenario: tour.scenario, seed, inputs }, allParts)) {
    log.append(facts.slice(log.facts.length));
  }
  return log;
}

if (!isMainThread) parentPort?.on('message', (id: string) => parentPort?.postMessage(playTale(id)));
