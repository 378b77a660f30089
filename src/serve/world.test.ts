import { afterEach, describe, expect, it, vi } from 'vitest';
import { second } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import type { OutsideRequest } from '#trace/outside-action';
import type { Receiver } from '#worker/door/outside-door';
import type { World } from '#worker/door/world';
import { runRecording } from '#worker/run-recording';
import { bootWorld } from './world.ts';

const admin = { commonName: 'kubernetes-admin', organizations: ['system:masters'] };
const request = (method: 'GET' | 'POST', url: string, body?: unknown): OutsideRequest => ({
  method,
  url,
  headers: { accept: 'application/json', 'content-type': 'application/json' },
  certificate: { ...admin, issuer: 'kubernetes-ca' },
  ...(body !== undefined && { body }),
});
const pods = '/api/v1/namespaces/default/pods';
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'web', image: 'nginx' }] },
};

const timers = ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] as const;

const worlds: World[] = [];
afterEach(() => {
  for (const world of worlds.splice(0)) world.close();
  vi.useRealTimers();
});

function worldOf(options: Parameters<typeof bootWorld>[2]): World {
  const world = bootWorld({ scenario: 'empty-cluster', seed: 7 }, allParts, options);
  worlds.push(world);
  return world;
}

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Sends, and resolves with the code of the answer. */
const ask = (world: World, http: OutsideRequest): Promise<number> =>
  new Promise((resolve, reject) => {
    world.send(http, {
      answered: ({ code }) => resolve(code),
      received: () => undefined,
      ended: () => undefined,
      failed: (message) => reject(new Error(message)),
    });
  });

describe('the world behind a real server', () => {
  it('begins with a ready cluster, and lets virtual time follow the clock times the speed', async () => {
    vi.useFakeTimers({ toFake: ['performance', ...timers] });
    const world = worldOf({ speed: 20, paused: false });
    expect(world.at).toBe(30 * second);
    await vi.advanceTimersByTimeAsync(300);
    expect(world.at).toBeGreaterThan(35.8 * second);
    expect(world.at).toBeLessThanOrEqual(36 * second);
  });

  it('stands while it is paused: clients wait, and a step lets a length of time pass', async () => {
    const world = worldOf({ speed: 1, paused: true });
    let code = 0;
    const answer = ask(world, request('GET', '/version')).then((given) => {
      code = given;
    });
    await wait(50);
    expect(world.at).toBe(30 * second);
    expect(code).toBe(0);
    world.step(second / 2);
    await answer;
    expect(code).toBe(200);
    expect(world.at).toBe(30.5 * second);
  });

  it('runs at most two milliseconds ahead of the clock for a client that waits', async () => {
    vi.useFakeTimers({ toFake: ['performance', ...timers] });
    const world = worldOf({ speed: 1, paused: false, keeps: false });
    const begun = { at: world.at, real: performance.now() };
    const passed = (): number => (performance.now() - begun.real) * 1000;
    for (let n = 0; n < 200; n++) {
      let code = 0;
      void ask(world, request('GET', '/version')).then((given) => {
        code = given;
      });
      // The clock stands until nothing more happens without it.
      for (let pause = 0; code === 0; pause = 1) {
        expect(passed()).toBeLessThan(second);
        await vi.advanceTimersByTimeAsync(pause);
        expect(world.at - begun.at).toBeLessThanOrEqual(passed() + 2000);
      }
      expect(code).toBe(200);
    }
    // The way there and back takes time of the run each time.
    expect(world.at - begun.at).toBeGreaterThan(200 * 400);
  });

  it('lets a client act at the present moment of a run that is behind the clock', async () => {
    const world = worldOf({ speed: 50_000, paused: false, keeps: false });
    await wait(300);
    const before = world.at;
    // The run goes on before anybody who waits for the answer wakes up.
    const answeredAt = await new Promise<number>((resolve, reject) => {
      world.send(request('GET', '/version'), {
        answered: () => resolve(world.at),
        received: () => undefined,
        ended: () => undefined,
        failed: (message) => reject(new Error(message)),
      });
    });
    expect(answeredAt).toBeGreaterThan(before);
    expect(answeredAt - before).toBeLessThan(second);
  });

  it('keeps neither trace nor inputs when nobody wants them, and answers the same', async () => {
    const world = worldOf({ speed: 20, paused: false, keeps: false });
    expect(await ask(world, request('POST', pods, pod))).toBe(201);
    expect(await ask(world, request('GET', `${pods}/web`))).toBe(200);
    expect(world.facts).toEqual([]);
    expect(world.recording.inputs).toEqual([]);
  });

  it('gives a recording that replays to the same trace without any client', async () => {
    const world = worldOf({ speed: 20, paused: false });
    const events: string[] = [];
    const receiver: Receiver = {
      answered: () => undefined,
      received: (piece) => events.push(typeof piece === 'string' ? piece : piece.type),
      ended: () => undefined,
      failed: () => undefined,
    };
    const watch = world.send(request('GET', `${pods}?watch=true`), receiver);
    expect(await ask(world, request('POST', pods, pod))).toBe(201);
    expect(await ask(world, request('GET', `${pods}/web/log`))).toBeGreaterThanOrEqual(200);
    await wait(150);
    world.hangUp(watch);
    await wait(50);
    world.pause();
    expect(events).toContain('ADDED');
    const { recording } = world;
    const served = world.facts.filter(({ at }) => at < world.at);
    // As it comes out of a file.
    const read = JSON.parse(JSON.stringify(recording));
    let replayed: readonly unknown[] = [];
    for (const { facts } of runRecording(read, allParts)) replayed = facts;
    expect(JSON.stringify(replayed.slice(0, served.length))).toBe(JSON.stringify(served));
  });
});
