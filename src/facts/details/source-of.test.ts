import { describe, expect, it } from 'vitest';
import type { Fact } from '#trace/facts';
import { factDetails } from './details.ts';
import { elsewhere, type Source } from './fact-details.ts';
import * as places from './places.ts';
import read from './reference-symbols.fixture.json' with { type: 'json' };
import { sourceOf, sourcesOf } from './source-of.ts';

const symbols: Readonly<Record<string, readonly string[]>> = read;
const sources = Object.values(factDetails).map((details): Source<never> => details.source);
const tables = [
  ...[places.bySyncStep, places.byCall, places.byProgram, places.byController],
  ...[places.byPlugin, places.byScorePlugin, places.byCommand],
];
const cited = [
  ...sources.flatMap(({ place }) => (place === undefined ? [] : [place])),
  ...tables.flatMap((table) => Object.values(table)),
  places.forbidden,
  places.streamLocation,
];
const stamp = { id: 1, at: 0, cause: 0 };

describe('the links into the source of Kubernetes', () => {
  it('name only files that were read at the tag', () => {
    expect(cited.map(([path]) => path).filter((path) => symbols[path] === undefined)).toEqual([]);
  });

  it('name only symbols that were read in those files', () => {
    const wrong = cited.filter(
      ([path, symbol]) => symbol !== undefined && symbols[path]?.includes(symbol) !== true,
    );
    expect(wrong).toEqual([]);
  });

  it('stand beside every fact that Kubernetes itself reports', () => {
    const placeless = Object.entries(factDetails).filter(
      ([, { source }]) =>
        source !== elsewhere && source.place === undefined && source.decidedBy === undefined,
    );
    expect(sources.length).toBeGreaterThan(90);
    expect(placeless).toEqual([]);
  });

  it('lead to the file at the simulated version', () => {
    const component = 'kube-scheduler';
    const fact: Fact = { ...stamp, type: 'SchedulingFailed', component, pod: 'a/b', message: '' };
    expect(sourceOf(fact)).toMatchObject({
      url: 'https://github.com/kubernetes/kubernetes/blob/v1.36.3/pkg/scheduler/schedule_one.go',
      symbol: 'handleSchedulingFailure',
    });
  });

  it('lead to a tag for a CNI plugin too, since a branch changes', () => {
    const component = 'node-1/containerd';
    const step = { command: 'ADD', pod: 'a/b', plugin: 'bridge', result: {} } as const;
    expect(sourceOf({ ...stamp, type: 'CniStep', component, ...step })?.url).toMatch(
      /^https:\/\/github\.com\/containernetworking\/plugins\/blob\/v\d+\.\d+\.\d+\/plugins\//,
    );
  });

  it('name the authorizer that decided before the union that called it', () => {
    const tried = ['Node', 'RBAC'].map((authorizer) => ({
      authorizer,
      decision: authorizer === 'RBAC' ? ('allow' as const) : ('no opinion' as const),
      reason: '',
    }));
    const fact: Fact = {
      ...stamp,
      type: 'Authorized',
      component: 'kube-apiserver',
      request: 1,
      allowed: true,
      reason: '',
      tried,
    };
    expect(sourcesOf(fact).map(({ label }) => label)).toEqual([
      'rbac.go: RBACAuthorizer.Authorize',
      'node_authorizer.go: authorize',
      'union.go',
    ]);
  });
});
