import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import type { TimedInput } from '#worker/protocol';
import { runRecording } from '#worker/run-recording';
import type { Beat } from './beats.ts';
import { captionedFact } from './captioned-fact.ts';
import { TraceLog } from './trace-log.ts';

const create = (replicas: number): string =>
  `kubectl create deployment nginx --image=nginx --replicas=${replicas}`;

/** Plays commands, 30 seconds apart; the last may read a manifest. */
function play(lines: readonly string[], stdin?: string): TraceLog {
  const log = new TraceLog();
  const inputs = lines.map((line, index): TimedInput => {
    const command = { at: seconds(30 + 30 * index), kind: 'command', line, user: 'admin' } as const;
    return stdin === undefined || index < lines.length - 1 ? command : { ...command, stdin };
  });
  const recording = { scenario: 'create-deployment', seed: 1, inputs };
  for (const { facts } of runRecording(recording, allParts)) {
    log.append(facts.slice(log.facts.length));
  }
  return log;
}

/** A Pod that asks for more than any node has. */
const tooLarge = `apiVersion: v1
kind: Pod
metadata: {name: big}
spec:
  containers:
  - {name: big, image: nginx, resources: {requests: {cpu: "64"}}}
`;

/** Where a beat stands, in the words of a link. */
const placesOf = (log: TraceLog): readonly string[] =>
  log.beats.map(({ last }) => log.steps[last]?.id ?? '');

const inOneLine = ({ kind, first, last }: Beat): string => `${kind} ${first + 1}-${last + 1}`;

describe('the beats of the default walk', () => {
  const log = play([create(3)]);

  it('keep their words while time passes by itself, until the next', () => {
    const [first, second] = [log.beats[3]!.fact, log.beats[4]!.fact];
    const here = { log, toward: undefined, depth: 'story', live: 0 } as const;
    const toldAt = (cursor: number): number => captionedFact({ ...here, cursor });
    expect([first, first + 1, second - 1, second].map(toldAt)).toEqual([
      first,
      first,
      first,
      second,
    ]);
    expect(captionedFact({ ...here, live: undefined, cursor: first + 1 })).toBe(first + 1);
    expect(captionedFact({ ...here, depth: 'events', cursor: first + 1 })).toBe(first + 1);
  });

  it('are twenty-seven, and cut its stages without a gap', () => {
    expect(log.steps).toHaveLength(124);
    expect(log.beats.map(inOneLine)).toEqual([
      'act 1-5',
      'check 6-8',
      'check 9-10',
      'store 11-12',
      'report 13-14',
      'watch 15-16',
      'decide 17-18',
      'store 19-26',
      'decide 27-31',
      'store 32-40',
      'watch 41-44',
      'store 45-47',
      'decide 48-48',
      'decide 49-50',
      'act 51-52',
      'decide 53-60',
      'store 61-61',
      'watch 62-69',
      'report 70-78',
      'decide 79-80',
      'start 81-85',
      'start 86-94',
      'start 95-105',
      'start 106-119',
      'report 120-120',
      'report 121-122',
      'report 123-124',
    ]);
  });

  it('tell siblings that come to the same state together', () => {
    const creating = log.beats[18];
    expect(log.steps[creating?.main ?? 0]?.main).toBe(true);
    expect(log.steps[creating?.last ?? 0]?.main).toBe(false);
  });

  it('are the same when the facts arrive one by one, and when the end is cut off and comes again', () => {
    const slow = new TraceLog();
    for (const fact of log.facts) slow.append([fact]);
    expect(slow.beats).toEqual(log.beats);
    slow.truncate(Math.floor(log.facts.length * 0.9));
    slow.append(log.facts.slice(slow.facts.length));
    expect(slow.beats).toEqual(log.beats);
  });
});

describe('a run of many Pods', () => {
  const beatsOf = (replicas: number): number => play([create(replicas)]).beats.length;

  it('has as many beats as one of three', () => {
    expect(beatsOf(100)).toBe(27);
  });

  it('has fewer with a single Pod, because there is no sibling to tell', () => {
    expect(beatsOf(1)).toBe(25);
  });
});

describe('a failure is never folded', () => {
  it('a field that is wrong stands where validation refuses it', () => {
    expect(placesOf(play([create(-1)]))).toEqual([
      'kubectl/send/deployments/default',
      'kube-apiserver/authorize/deployments/default',
      'kube-apiserver/validate/deployments/default',
      'kubectl/print',
    ]);
  });

  it('a command that kubectl does not know is one beat: what it prints', () => {
    expect(placesOf(play(['kubectl create deploment foo']))).toEqual(['kubectl/print']);
  });

  it('a quota refuses a Pod where its sender reads the answer', () => {
    const log = play(['kubectl create quota two --hard=pods=2', create(3)]);
    const refused = log.beats.filter(({ kind }) => kind === 'check').at(-1);
    expect(log.steps[refused?.last ?? 0]?.type).toBe('ResponseReceived');
  });

  it("a Pod that fits nowhere stands at the scheduler's decision", () => {
    const log = play(['kubectl apply -f -'], tooLarge);
    const types = log.beats.map(({ fact }) => log.fact(fact)?.type);
    expect(types.slice(-3)).toEqual(['NodesFiltered', 'SchedulingFailed', 'TxnCommitted']);
  });

  it('a process that ends again and again is told twice, and from the third time on together', () => {
    const log = play(['kubectl run crash --image=busybox -- sh -c "exit 3"']);
    const ends = log.beats.filter(({ fact }) => log.fact(fact)?.type === 'ProcessExited');
    expect(ends.map(({ rounds }) => rounds)).toEqual([1, 2, expect.any(Number)]);
    expect(ends.at(-1)?.rounds).toBeGreaterThan(2);
  });
});
