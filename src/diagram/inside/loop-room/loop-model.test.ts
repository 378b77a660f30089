import { describe, expect, it } from 'vitest';
import { firstFact, realRun } from '../real-run.fixture.ts';
import { type Box, loopGeometry } from './loop-geometry.ts';
import { loopOf, toldController } from './loop-model.ts';

const log = realRun('create-deployment');
const start = log.steps[0]?.fact ?? 0;
const component = 'kube-controller-manager/replicaset-controller';
const at = (cursor: number) => loopOf(log, log.sceneAt(cursor), component, start);

/** The controller hears of the first Pod that it asked for. */
const heard = firstFact(
  log,
  'WatchEventReceived',
  ({ id, component: who, ref, event }) =>
    id > start && who === 'kube-controller-manager' && ref.resource === 'pods' && event === 'ADDED',
);
const queued = firstFact(log, 'KeyAdded', ({ cause }) => cause === heard.id);

describe('the loop of a controller', () => {
  it('hears of an event, and its handler takes it from what is expected', () => {
    expect(at(heard.id).now).toBe(1);
    const loop = at(queued.id);
    expect(loop.now).toBe(3);
    expect(loop.sighting?.event).toBe(heard);
    expect(loop.expected).toMatchObject({ wanted: 3, kind: 'add', seen: [heard.ref.name] });
  });

  it('has the key in the queue while a worker has it in hand', () => {
    const [queue] = at(queued.id).queues;
    expect(queue?.waiting).toEqual(queue?.processing);
  });

  it('says when a key that waits is added again', () => {
    const again = firstFact(
      log,
      'KeyAdded',
      ({ id, merged, component: who }) => id > start && merged && who === component,
    );
    expect(at(again.id).merged).toBe(again.key);
  });

  it('counts requests of its lap, with and without an answer', () => {
    const [lap] = at(queued.id).laps;
    expect(lap?.decision?.params).toMatchObject({ need: 3, have: 0, count: 3 });
    expect(lap?.sent.map(({ answer }) => answer?.code)).toEqual([201, undefined, undefined]);
    expect(lap?.end).toBeUndefined();
  });

  it('puts a key back with a delay when its lap ends with an error', () => {
    const failed = firstFact(
      log,
      'SyncFinished',
      ({ id, error, component: who }) => id > start && error !== undefined && who === component,
    );
    const later = firstFact(
      log,
      'KeyAdded',
      ({ cause, delay }) => cause === failed.id && delay > 0,
    );
    const loop = at(later.id);
    expect(loop.laps[0]?.end?.error).toBe(failed.error);
    expect(loop.laps[0]?.number).toBe(2);
    expect(loop.delays.get(later.key)).toBe(later.delay);
  });

  it('is empty before anything happened', () => {
    const loop = at(start);
    expect([loop.now, loop.sighting, loop.expected]).toEqual([undefined, undefined, undefined]);
    expect(loop.laps).toEqual([]);
  });

  it('is told of the controller whose key an event adds', () => {
    expect(toldController(log, log.sceneAt(heard.id))).toBe(component);
  });
});

describe('the panels', () => {
  it.each([
    [1064, 476],
    [944, 375],
    [1440, 700],
  ])('stand in %i × %i without overlap', (width, height) => {
    const { server, informer, handler, expectations, queue, reconcile } = loopGeometry(
      width,
      height,
    );
    const boxes = [
      server,
      informer,
      handler,
      queue,
      reconcile,
      ...(expectations ? [expectations] : []),
    ];
    for (const a of boxes) {
      expect(a.x + a.width).toBeLessThanOrEqual(width);
      expect(a.y + a.height).toBeLessThanOrEqual(height);
      for (const b of boxes) if (a !== b) expect(overlaps(a, b)).toBe(false);
    }
  });
});

const overlaps = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
