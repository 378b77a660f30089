/** Causes in whole runs with batches: a drain, a namespace that goes, a lost node. */
import { describe, expect, it } from 'vitest';
import { allParts } from '#cluster/parts/all-parts';
import { tour as drain } from '#scenarios/gallery/drain/scenario';
import { tour as namespaceDelete } from '#scenarios/gallery/namespace-delete/scenario';
import { tour as nodeFailure } from '#scenarios/gallery/node-failure/scenario';
import { findScenario } from '#scenarios/index';
import { driveOf, type Tour } from '#scenarios/tours/tour';
import { causesOf } from '#trace/causality';
import type { Fact } from '#trace/facts';
import { runRecording } from '#worker/run-recording';

const tours: readonly Tour[] = [drain, namespaceDelete, nodeFailure];

/** The object that a fact is about, as far as it names one. */
function subjectOf(fact: Fact): string | undefined {
  if ('uid' in fact) return fact.uid;
  if ('pod' in fact) return fact.pod;
  if ('key' in fact) return fact.key;
  if ('ref' in fact) return JSON.stringify(fact.ref);
  return 'regarding' in fact ? JSON.stringify(fact.regarding) : undefined;
}

function factsOf(tour: Tour): readonly Fact[] {
  const inputs = driveOf(tour, findScenario(tour.scenario)?.readyAt ?? 0);
  let facts: readonly Fact[] = [];
  for (const slice of runRecording({ scenario: tour.scenario, seed: 1, inputs }, allParts)) {
    facts = slice.facts;
  }
  return facts;
}

/** `/registry/pods/default` */
const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));

/** The writes of one request that follow from its write of another object of that kind. */
function chainedWrites(facts: readonly Fact[]): readonly Fact[] {
  return facts.filter((fact) => {
    if (fact.type !== 'StorageWriteStarted' || fact.request === 0) return false;
    return causesOf(facts, fact.id).some(
      (from) =>
        from.type === 'StorageWriteStarted' &&
        from.request === fact.request &&
        from.key !== fact.key &&
        folderOf(from.key) === folderOf(fact.key),
    );
  });
}

describe('what is done for one object never follows from what was done for its sibling', () => {
  it.each(tours)('in $id', (tour) => {
    const facts = factsOf(tour);
    expect(chainedWrites(facts)).toEqual([]);
    const siblings = facts.filter((fact) => {
      const from = facts[fact.cause - 1];
      if (from?.type !== fact.type || from.component !== fact.component) return false;
      const [mine, other] = [subjectOf(fact), subjectOf(from)];
      return mine !== undefined && other !== undefined && mine !== other;
    });
    expect(siblings).toEqual([]);
  });
});
