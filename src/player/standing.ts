/**
 * Which steps stand, and which fold into the next that does: the rule that makes the beats of any
 * run. A step stands when it changes an object, a decision, a process or what a person sees; what
 * was explained once, and what only passes on, folds. Nobody's failure is folded.
 *
 * Nothing here names a scenario. What a kind of fact needs to know of the run so far is kept by
 * `RunSoFar`, which hears of every fact in order.
 */
import type { Fact, FactOf, FactType } from '#trace/trace-event';
import { type FactContext, RunSoFar } from './run-so-far.ts';
import type { Step } from './steps.ts';
import { happensToNodes } from './story.ts';

/** What a beat is about: it decides how long it is held, and how it moves. */
export type BeatKind = 'act' | 'check' | 'store' | 'watch' | 'decide' | 'start' | 'report';

export interface Standing {
  readonly kind: BeatKind;
  /** What is come to, without who came to it: siblings in the same state are told together. */
  readonly state: string;
  /** A step that comes to the state of the last beat is told with it. */
  readonly joins?: boolean;
  /** Whether it is a beat of its own when it joins none; it is unless this says no. */
  readonly alone?: boolean;
  /** Who does what again and again; the third and later times are one beat. */
  readonly round?: string;
}

type Rule<T extends FactType> = (fact: FactOf<T>, run: RunSoFar) => Standing | undefined;

const refuses = (state: string): Standing => ({ kind: 'check', state: `refused ${state}` });

const rules: { readonly [T in FactType]?: Rule<T> } = {
  HostActionTaken: () => ({ kind: 'act', state: 'act' }),
  OutputPrinted: (_, { main }) => (main ? { kind: 'report', state: 'printed' } : undefined),
  RequestSent({ method, url }, run) {
    if (!run.main || method === 'GET') return undefined;
    if (run.isAPersons) return { kind: 'act', state: 'sent' };
    const binds = /\/binding(\?|$)/.test(url);
    return binds && run.first('binding') ? { kind: 'act', state: 'assumed' } : undefined;
  },
  ConnectionFailed({ component, message }, run) {
    const told = run.main && run.firstOfCommand(`unreachable ${component} ${message}`);
    return told ? refuses('connection') : undefined;
  },
  Authenticated: ({ succeeded }) => (succeeded ? undefined : refuses('authentication')),
  FlowControlled: ({ outcome }) => (outcome === 'rejected' ? refuses('flow control') : undefined),
  Authorized({ allowed }, { isFirstWrite }) {
    if (!allowed) return refuses('authorization');
    return isFirstWrite ? { kind: 'check', state: 'authorized' } : undefined;
  },
  Mutated: ({ plugins }) => (isDenied(plugins) ? refuses('admission') : undefined),
  Validated: ({ errors }) => (errors.length > 0 ? refuses('validation') : undefined),
  Admitted({ plugins }, { isFirstWrite }) {
    if (isDenied(plugins)) return refuses('admission');
    return isFirstWrite ? { kind: 'check', state: 'admitted' } : undefined;
  },
  // Beside the main line: there no fact before it says that the answer is no.
  ResponseReceived: ({ code }, { main }) =>
    !main && code >= 400 ? refuses(`with ${code}`) : undefined,
  TxnCommitted: standingOfWrite,
  KeyAdded: (_, run) =>
    run.main && run.first('a work queue') ? { kind: 'watch', state: 'enqueued' } : undefined,
  DecisionMade: (fact, { main }) =>
    main || happensToNodes(fact)
      ? { kind: 'decide', state: `decided ${fact.decision} ${fact.key}` }
      : undefined,
  PodPopped: (_, run) =>
    run.main && run.first('the scheduling queue') ? { kind: 'watch', state: 'popped' } : undefined,
  NodesFiltered: ({ pod }, run) =>
    run.main && run.firstOfCommand(`filtered ${pod}`)
      ? { kind: 'decide', state: 'filtered' }
      : undefined,
  HostSelected(_, run) {
    if (run.main) return { kind: 'decide', state: 'selected' };
    const told = run.siblingsSelected && run.firstOfCommand('siblings selected');
    return told ? { kind: 'decide', state: 'siblings selected' } : undefined;
  },
  SchedulingFailed: ({ message }, run) =>
    run.firstOfCommand(`unschedulable ${message}`)
      ? { kind: 'decide', state: 'unschedulable' }
      : undefined,
  PodAdmitted: ({ admitted }) => (admitted ? undefined : refuses('by the kubelet')),
  PodSyncStarted: ({ pod, state }, run) =>
    run.main && state !== 'terminated' && run.firstOfCommand(`${state} ${pod}`)
      ? { kind: 'watch', state: `heard ${state}` }
      : undefined,
  PodActionsComputed(fact, { main }) {
    const { createSandbox, killPod, containersToStart, containersToKill } = fact;
    const plans =
      createSandbox || killPod || containersToStart.length + containersToKill.length > 0;
    return main && plans ? { kind: 'decide', state: 'planned' } : undefined;
  },
  CriReturned: standingOfCall,
  CniStep: ({ command, result }, { main }) =>
    main && command === 'ADD' && result['bridge'] !== undefined
      ? { kind: 'start', state: 'network' }
      : undefined,
  PodStatusSet: ({ containers }, run) =>
    run.main && !Object.values(containers).every(isWaiting) && run.first('a status of a kubelet')
      ? { kind: 'report', state: 'seen' }
      : undefined,
  ProcessExited({ pod, container }, run) {
    if (!run.main || container === '' || run.isStopped(pod)) return undefined;
    return { kind: 'start', state: `exited ${container}`, round: `exited ${pod} ${container}` };
  },
};

const isDenied = (plugins: readonly { readonly outcome: string }[]): boolean =>
  plugins.some(({ outcome }) => outcome === 'denied');

const isWaiting = (state: string): boolean => state.startsWith('waiting');

/** Calls that make or end something a person could see on the node. */
const calls = new Set(['RunPodSandbox', 'PullImage', 'StartContainer', 'StopContainer']);

function standingOfCall(fact: FactOf<'CriReturned'>, run: RunSoFar): Standing | undefined {
  const { method, pod, error } = fact;
  if (!calls.has(method)) return undefined;
  if (error !== undefined) {
    const told = run.main || run.firstOfCommand(`failed ${method}`);
    const state = `failed ${method}`;
    return told ? { kind: 'start', state, round: `${state} ${pod}` } : undefined;
  }
  const told = run.main && run.firstOfCommand(`${method} ${pod}`);
  return told ? { kind: 'start', state: method } : undefined;
}

function standingOfWrite(fact: FactOf<'TxnCommitted'>, run: RunSoFar): Standing | undefined {
  const { change, main } = run;
  if (change === undefined) return undefined;
  const { resource, what, words, alarming } = change;
  const state = `${what} ${resource} ${words}`;
  switch (what) {
    case 'created': {
      const told = main || run.firstOfCommand(`siblings ${state}`);
      return { kind: 'store', state, joins: true, alone: told };
    }
    case 'bound':
      return main ? { kind: 'store', state } : undefined;
    case 'kept':
      return run.isAPersons ? { kind: 'store', state: 'changed' } : undefined;
    case 'deleted':
    case 'shown': {
      if (run.isAPersons) return { kind: 'store', state };
      // Of a Pod beside the main line only what went wrong is told.
      const matters = main || alarming || resource !== 'pods';
      const alone = matters && run.firstOfCommand(main ? `${state} ${fact.key}` : state);
      return { kind: 'report', state, joins: true, alone };
    }
  }
}

/** Decides for each fact of a run, in order, whether something stands there. */
export class StandingRule {
  readonly #run = new RunSoFar();

  /** `request`: the one that the fact belongs to; 0: none. */
  standingOf(fact: Fact, step: Step | undefined, at: FactContext): Standing | undefined {
    this.#run.note(fact, step, at);
    if (step === undefined) return undefined;
    // The record holds for each type a rule for just that type.
    const rule = rules[fact.type] as Rule<FactType> | undefined;
    return rule?.(fact, this.#run);
  }
}
