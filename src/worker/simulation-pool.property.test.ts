/**
 * Whatever a reader does, a run that goes on from a simulation that is kept has the trace of the
 * run from its seed. `PODYSSEY_CASES=200` makes a long search of it.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { second } from '#base/sim-time';
import { allParts } from '#cluster/parts/all-parts';
import { readHostAction } from '#trace/host-words';
import { hashTrace } from '#trace/trace-hash';
import type { Recording, TimedInput } from './protocol.ts';
import { type RunSlice, runRecording } from './run-recording.ts';
import { SimulationPool } from './simulation-pool.ts';

const cases = Number(process.env['PODYSSEY_CASES'] ?? '25');
const readyAt = 30 * second;

const commands = [
  'kubectl create deployment nginx --image=nginx --replicas=2',
  'kubectl label deployment nginx a=b',
  'kubectl scale deployment nginx --replicas=1',
  'kubectl run web --image=nginx',
  'kubectl delete pod web',
  'kubectl get pods -o wide',
  'kubectl apply -f -',
  'kubectl get pods -o name | head -n 1',
  'kubectl create configmap made --dry-run=client -o yaml | kubectl apply -f - && export N=$((N+1))',
  'kubectl label deployment nginx n=$N --overwrite; echo $?',
];
const manifest = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\ndata: {a: b}\n';
const actions = ['stop_kubelet 1', 'start_kubelet 1', 'stop_component kcm', 'start_component kcm'];

const input = fc.oneof(
  fc.constantFrom(...commands).map((line) => ({
    kind: 'command' as const,
    line,
    user: 'admin',
    ...(line.endsWith('-f -') ? { stdin: manifest } : {}),
  })),
  fc
    .constantFrom(...actions)
    .map((words) => ({ kind: 'host' as const, action: readHostAction(words) })),
);

/** A moment of the run before: of one of its facts, or just after it, so that there are ties. */
const place = fc.record({ of: fc.double({ min: 0, max: 1, noNaN: true }), after: fc.nat(1) });
const deed = fc.record({
  input,
  place,
  /** Typed: what was planned for later is dropped; forked: it still comes. */
  how: fc.constantFrom('typed', 'forked'),
  /** How many slices are waited for until the next thing is done. */
  patience: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(60)),
  /** Where the next input is expected, and how long the worker is idle. */
  expected: place,
  /** Whether what is done next was announced before. */
  announced: fc.boolean(),
  idle: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(60)),
});

type Place = { readonly of: number; readonly after: number };

function momentOf({ facts }: Pick<RunSlice, 'facts'>, { of, after }: Place): number {
  const fact = facts[Math.floor(of * (facts.length - 1))];
  return Math.max(readyAt, (fact?.at ?? 0) + after);
}

/** The reader's session with a pool: every run of it is compared with the one from its seed. */
class Session {
  readonly #pool = new SimulationPool();
  #recording: Recording = {
    scenario: 'empty-cluster',
    seed: 1,
    inputs: [],
    cluster: '{"version":1,"nodes":[{"name":"only","cpu":"2","memory":"4Gi"}]}',
  };
  #last: RunSlice = { facts: [], at: 0, horizon: 0, ended: undefined };

  constructor() {
    this.run(Number.POSITIVE_INFINITY);
  }

  /** The trace of the present recording as it comes here, as far as somebody waits for it. */
  run(patience: number): void {
    const ahead = this.#pool.takeAhead(this.#recording, allParts);
    const live = ahead?.live ?? this.#pool.take(this.#recording, allParts);
    let slices = 0;
    for (const slice of ahead?.slices ?? runRecording(this.#recording, allParts, live)) {
      this.#last = slice;
      if (slices++ >= patience) break;
    }
    this.#pool.give(live, this.#recording, this.#last.ended !== undefined);
  }

  do({
    input,
    place,
    how,
    patience,
    expected,
    announced,
    idle,
  }: typeof deed extends fc.Arbitrary<infer D> ? D : never): void {
    const at = momentOf(this.#last, place);
    const next: TimedInput = { ...input, at };
    const { inputs } = this.#recording;
    const before = inputs.filter((each) => (how === 'typed' ? each.at < at : each.at <= at));
    const later = how === 'typed' ? [] : inputs.filter((each) => each.at > at);
    this.#recording = { ...this.#recording, inputs: [...before, next, ...later] };
    if (announced) this.#beIdle(idle, () => this.#pool.expectRun(this.#recording, allParts));
    this.run(patience);
    this.#beIdle(idle, () => this.#pool.expect(momentOf(this.#last, expected)));
  }

  #beIdle(steps: number, announce: () => void): void {
    announce();
    for (let done = 0; done < steps && this.#pool.work(); done++);
  }

  /** How the present run ends here, and how it ends from its seed. */
  bothWays(): readonly [unknown, unknown] {
    this.run(Number.POSITIVE_INFINITY);
    let alone = this.#last;
    const here = endOf(alone);
    for (const slice of runRecording(this.#recording, allParts)) alone = slice;
    return [here, endOf(alone)];
  }
}

const endOf = ({ facts, at, ended }: RunSlice): unknown => ({
  facts: facts.length,
  hash: hashTrace(facts),
  at,
  ended,
});

it(`goes on as from the seed, whatever was done before (${cases} sessions)`, {
  timeout: cases * 20_000,
}, () => {
  fc.assert(
    fc.property(fc.array(deed, { minLength: 1, maxLength: 5 }), (deeds) => {
      const session = new Session();
      for (const each of deeds) session.do(each);
      const [here, alone] = session.bothWays();
      expect(here).toEqual(alone);
    }),
    { numRuns: cases },
  );
});
