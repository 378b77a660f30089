import { beforeAll, describe, expect, it } from 'vitest';
import { controllersOnMap } from '#diagram/nodes/kube-controller-manager-room.tsx';
import { createDeploymentFacts } from '#player/create-deployment.fixture';
import * as inLog from '#player/telling-in-log';
import { TraceLog } from '#player/trace-log';
import { bindTour } from '#scenarios/tours/bind-tour';
import { tour } from '#scenarios/tours/short-walk';
import { stopTelling } from './stop-telling.ts';
import { walkProblems } from './walk-problems.fixture.ts';

const tellings = { ...inLog, controllersOnMap };
const log = new TraceLog();
beforeAll(() => log.append(createDeploymentFacts()));

const stopAt = (id: string) => {
  const bound = bindTour(tour, log.steps, log.facts);
  return bound.find(({ beat }) => beat.id === id) ?? expect.fail(`no stop ${id}`);
};

describe('a stop of a tour', () => {
  it('has the cast of its fact and what its words name', () => {
    const stop = stopAt('store');
    const text = 'The Deployment goes to etcd; the scheduler waits.';
    const telling = stopTelling({ log, stop, text }, tellings);
    expect(telling?.cast).toEqual(expect.arrayContaining(['kube-apiserver', 'kube-scheduler']));
    expect(telling?.line.id).toBe(
      'The Deployment goes to [[n1|etcd]]; the [[n2|scheduler]] waits.',
    );
  });

  it('is wrong where its words are about another thing than what is shown', () => {
    const bound = [stopAt('who')];
    const words = { 'short-walk.api-server.who': 'On its node a kubelet starts containers.' };
    expect(walkProblems({ tour, log, bound, words })).toEqual([
      expect.stringContaining('speaks of node-1, node-2, node-3'),
    ]);
  });

  it('is wrong where it looks like the stop before', () => {
    const bound = [stopAt('who'), stopAt('who')];
    const words = { 'short-walk.api-server.who': 'The API server asks.' };
    expect(walkProblems({ tour, log, bound, words })).toEqual([
      expect.stringContaining('looks like the stop before'),
    ]);
  });
});
