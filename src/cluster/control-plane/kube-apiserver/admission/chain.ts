/**
 * The admission plugins in their fixed order, and the two passes over them.
 *
 * Models k8s.io/apiserver pkg/admission chain.go. The plugins that handle a kind of change are
 * determined once for each (operation, resource, subresource); the others cost nothing afterwards,
 * and their outcomes in the facts are shared constants.
 */
import { must } from '#base/assert';
import type { Building } from '#base/building';
import { err, ok, type Result } from '#base/result';
import type { KubeObject, Status } from '#k8s.io/apimachinery/meta/v1';
import type { ResourceInfo } from '#k8s.io/apimachinery/resources';
import type { Process } from '#sim/simulation';
import type { Draft } from '#trace/fact';
import type { AdmissionOutcome, Mutated } from '#trace/facts/kube-apiserver';
import type { Tracer } from '#trace/tracer';
import type { AdmissionAttributes, AdmissionPlugin, Operation, Reinvocation } from './admission.ts';
import { patchOf } from './patch-of.ts';

/** One pass over the plugins for one kind of change. */
interface Plan {
  /** The plugins that handle it, with their positions in the order. */
  readonly active: readonly { readonly index: number; readonly plugin: AdmissionPlugin }[];
  /** The outcomes when every active plugin admits without a change. */
  readonly passed: readonly AdmissionOutcome[];
  /** The active plugins whose changes may lead to a second round. */
  readonly reinvokes: readonly AdmissionPlugin[];
}

/** The state of a round. */
interface Round {
  object: KubeObject;
  outcomes: AdmissionOutcome[] | undefined;
}

/** What both rounds of a pass share. Source: admission reinvocation.go. */
class Rounds {
  requested = false;
  readonly #kept = new Map<string, unknown>();
  readonly first: Reinvocation = this.#round(false);
  readonly second: Reinvocation = this.#round(true);

  #round(again: boolean): Reinvocation {
    return {
      again,
      kept: this.#kept,
      request: () => {
        this.requested = true;
      },
    };
  }
}

type Pass = 'admit' | 'validate';

export class AdmissionChain {
  readonly #tracer: Tracer;
  readonly #makePlugins: () => readonly AdmissionPlugin[];
  #plugins: readonly AdmissionPlugin[] = [];
  /** By resource, then by pass and subresource, then by operation. */
  readonly #plans = new Map<ResourceInfo, Map<string, Partial<Record<Operation, Plan>>>>();

  /** `makePlugins` is called at the first request, when the caches that the plugins read exist. */
  constructor(tracer: Tracer, makePlugins: () => readonly AdmissionPlugin[]) {
    this.#tracer = tracer;
    this.#makePlugins = makePlugins;
  }

  /** The mutating pass: returns the object after all plugins, or the first refusal. */
  *admit(attributes: AdmissionAttributes): Process<Result<KubeObject, Status>> {
    const plan = this.#plan('admit', attributes);
    const round: Round = { object: attributes.object, outcomes: undefined };
    const rounds = plan.reinvokes.some((plugin) => plugin.dormant?.() !== true)
      ? new Rounds()
      : undefined;
    let refused = yield* this.#admitOnce(plan, attributes, round, rounds?.first);
    // There is never a third round, whatever the second changes.
    if (refused === undefined && rounds?.requested === true) {
      refused = yield* this.#admitOnce(plan, attributes, round, rounds.second);
    }
    if (refused !== undefined) return err(refused);
    const { object, outcomes } = round;
    const changed = object === attributes.object ? undefined : object;
    this.#emitMutated(attributes, outcomes ?? plan.passed, changed);
    return ok(object);
  }

  /** One round over the plugins; returns the Status if a plugin refused. */
  *#admitOnce(
    plan: Plan,
    attributes: AdmissionAttributes,
    round: Round,
    reinvocation: Reinvocation | undefined,
  ): Process<Status | undefined> {
    const { request, operation, old } = attributes;
    for (const { index, plugin } of plan.active) {
      if (plugin.dormant?.() === true) continue;
      const { object } = round;
      const asked = plugin.admit?.(
        reinvocation === undefined
          ? { request, operation, object, old }
          : { request, operation, object, old, reinvocation },
      );
      const answer = yield* must(asked, 'an active plugin has the pass');
      if (!answer.ok) {
        const outcomes = refusedAt(plan, round.outcomes, index, answer.error);
        this.#emitMutated(attributes, outcomes, undefined);
        return answer.error;
      }
      if (answer.value.object === object) continue;
      round.object = answer.value.object;
      round.outcomes ??= [...plan.passed];
      const { detail } = answer.value;
      // In the second round a plugin may add changes to those of the first.
      const earlier = round.outcomes[index]?.patch ?? [];
      const patch = [...earlier, ...patchOf(object, answer.value.object)];
      round.outcomes[index] = { plugin: plugin.name, outcome: 'changed', detail, patch };
    }
    return undefined;
  }

  /** The validating pass. */
  *validate(attributes: AdmissionAttributes): Process<Result<void, Status>> {
    const plan = this.#plan('validate', attributes);
    for (const { index, plugin } of plan.active) {
      if (plugin.dormant?.() === true) continue;
      const answer = yield* must(plugin.validate?.(attributes), 'an active plugin has the pass');
      if (answer.ok) continue;
      this.#emitAdmitted(attributes, refusedAt(plan, undefined, index, answer.error));
      return err(answer.error);
    }
    this.#emitAdmitted(attributes, plan.passed);
    return ok(undefined);
  }

  #plan(pass: Pass, { operation, request }: AdmissionAttributes): Plan {
    const { resource, subresource } = request;
    let ofResource = this.#plans.get(resource);
    if (ofResource === undefined) {
      ofResource = new Map();
      this.#plans.set(resource, ofResource);
    }
    const key = pass === 'admit' ? subresource : `validate/${subresource}`;
    let plans = ofResource.get(key);
    if (plans === undefined) {
      plans = {};
      ofResource.set(key, plans);
    }
    const known = plans[operation];
    if (known !== undefined) return known;
    const made = this.#makePlan(pass, operation, request);
    plans[operation] = made;
    return made;
  }

  #makePlan(pass: Pass, operation: Operation, request: AdmissionAttributes['request']): Plan {
    const { resource, subresource } = request;
    if (this.#plugins.length === 0) this.#plugins = this.#makePlugins();
    const looks = (plugin: AdmissionPlugin): boolean =>
      plugin.enabled &&
      plugin[pass] !== undefined &&
      plugin.handles(operation, resource, subresource);
    const active = this.#plugins.flatMap((plugin, index) =>
      looks(plugin) ? [{ index, plugin }] : [],
    );
    return {
      active,
      reinvokes: active.map(({ plugin }) => plugin).filter(({ reinvokes }) => reinvokes === true),
      passed: this.#plugins.map((plugin) => outcomeOf(plugin, pass, looks(plugin))),
    };
  }

  #emitMutated(
    { request }: AdmissionAttributes,
    plugins: readonly AdmissionOutcome[],
    object: KubeObject | undefined,
  ): void {
    const mutated: Building<Draft<Mutated>> = {
      type: 'Mutated',
      component: 'kube-apiserver',
      request: request.request,
      plugins,
    };
    if (object !== undefined) mutated.object = object;
    this.#tracer.emit(mutated);
  }

  #emitAdmitted({ request }: AdmissionAttributes, plugins: readonly AdmissionOutcome[]): void {
    this.#tracer.emit({
      type: 'Admitted',
      component: 'kube-apiserver',
      request: request.request,
      plugins,
    });
  }
}

/** The outcome of a plugin that neither refuses nor changes anything. */
function outcomeOf(plugin: AdmissionPlugin, pass: Pass, looks: boolean): AdmissionOutcome {
  const { name, enabled, inertBecause } = plugin;
  if (!enabled) return shared(name, 'off', inertBecause ?? 'not enabled');
  if (looks) return shared(name, 'passed', '');
  if (inertBecause !== undefined) return shared(name, 'inert', inertBecause);
  if (plugin[pass] === undefined) {
    return shared(name, 'inert', pass === 'admit' ? 'validates only' : 'mutates only');
  }
  return shared(name, 'inert', 'does not handle this');
}

// Equal outcomes share one object; the table only grows with new plugins, outcomes and reasons.
const outcomes = new Map<string, AdmissionOutcome>();

function shared(
  plugin: string,
  outcome: AdmissionOutcome['outcome'],
  detail: string,
): AdmissionOutcome {
  const key = `${plugin} ${outcome} ${detail}`;
  let known = outcomes.get(key);
  if (known === undefined) {
    known = { plugin, outcome, detail };
    outcomes.set(key, known);
  }
  return known;
}

/** The outcomes before a refusal, and the refusal; the plugins after it were not called. */
function refusedAt(
  plan: Plan,
  outcomes: readonly AdmissionOutcome[] | undefined,
  index: number,
  status: Status,
): readonly AdmissionOutcome[] {
  const before = (outcomes ?? plan.passed).slice(0, index);
  const plugin = (plan.passed[index] as AdmissionOutcome).plugin;
  return [...before, { plugin, outcome: 'denied', detail: status.message ?? '' }];
}
