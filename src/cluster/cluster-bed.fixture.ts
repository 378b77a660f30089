/** A whole cluster and the person in front of it, for tests of what people do and are told. */
import { expect } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import type { Fact, FactOf, FactType } from '#trace/facts';
import { readHostAction } from '#trace/host-words';
import type { CommandResult } from './client/kubectl/kubectl.ts';
import type { ClusterConfig } from './config/cluster-config.ts';
import { allParts } from './parts/all-parts.ts';
import { ClusterSimulation } from './run/cluster-simulation.ts';

/** Twenty-five seconds old. */
export class ClusterBed {
  readonly simulation: ClusterSimulation;
  #read = 0;
  #messages = '';

  constructor(config: ClusterConfig = clusterOf(1), seed = 3) {
    this.simulation = new ClusterSimulation(config, seed, allParts);
    this.simulation.sim.run(seconds(25));
  }

  /** Waits for the end of a command. `stdin`: a text, or an object as JSON. */
  kubectl(line: string, stdin?: string | object, user = 'admin'): CommandResult {
    const text = typeof stdin === 'object' ? JSON.stringify(stdin) : stdin;
    const input = text === undefined ? {} : { stdin: text };
    const command = { argv: splitWords(line), user, ...input };
    const result = this.simulation.runCommand(command, seconds(300));
    if (result === undefined) throw new Error(`no end: ${line}`);
    return result;
  }

  /** All that a command prints. */
  run(line: string, stdin?: string | object, user?: string): string {
    const { stdout, stderr } = this.kubectl(line, stdin, user);
    return `${stdout}${stderr}`;
  }

  apply(object: object): string {
    return this.run('apply -f -', object);
  }

  create(object: object): void {
    expect(this.run('create -f -', object)).toContain('created');
  }

  patch(kind: string, name: string, change: object): CommandResult {
    return this.kubectl(`patch ${kind} ${name} -p '${JSON.stringify(change)}'`);
  }

  host(action: string): void {
    expect(this.simulation.hostAction(readHostAction(action))).toEqual({ ok: true, value: '' });
  }

  wait(time: number): void {
    const { sim } = this.simulation;
    sim.run(sim.now + seconds(time));
  }

  /**
   * Nobody may do that any more to objects for which the expression is false; what the API server
   * then says ends with the returned text. `what`: group, resource, operation.
   */
  forbid(name: string, what: readonly [string, string, string], expression: string): string {
    const [group, resource, operation] = what;
    const apiVersion = 'admissionregistration.k8s.io/v1';
    const rule = { apiGroups: [group], apiVersions: ['v1'], resources: [resource] };
    this.create({
      apiVersion,
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        matchConstraints: { resourceRules: [{ ...rule, operations: [operation] }] },
        validations: [{ expression, message: 'not now' }],
      },
    });
    this.create({
      apiVersion,
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: name, validationActions: ['Deny'] },
    });
    this.wait(1.5);
    return `ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: not now`;
  }

  /** What `forbid` took away is given back. */
  allow(name: string): void {
    this.run(`delete validatingadmissionpolicybinding ${name}`);
    this.wait(1.5);
  }

  /** The messages of the events with this reason. */
  events(reason: string): readonly string[] {
    return this.facts('EventRecorded').flatMap((fact) =>
      fact.reason === reason ? [fact.message] : [],
    );
  }

  facts<T extends FactType>(type: T): readonly FactOf<T>[] {
    return this.simulation.tracer.facts.filter((fact): fact is FactOf<T> => fact.type === type);
  }

  /**
   * All that was said so far, a line each: events, errors of controllers, conditions of what was
   * written, and whole Pods and Nodes.
   */
  messages(): string {
    const { facts } = this.simulation.tracer;
    for (; this.#read < facts.length; this.#read++) this.#messages += linesOf(facts[this.#read]);
    return this.#messages;
  }

  /** Expects each of these among the messages. */
  expectTold(texts: readonly (string | RegExp)[]): void {
    const messages = this.messages();
    for (const text of texts) {
      if (typeof text === 'string') expect(messages).toContain(text);
      else expect(messages).toMatch(text);
    }
  }
}

const told = /^\/registry\/(pods|minions|deployments|replicasets|namespaces)\//;
const whole = /^\/registry\/(pods|minions)\//;

function linesOf(fact: Fact | undefined): string {
  if (fact?.type === 'EventRecorded') return `${fact.reason}: ${fact.message}\n`;
  if (fact?.type === 'SyncFinished') return fact.error === undefined ? '' : `${fact.error}\n`;
  if (fact?.type !== 'TxnCommitted' || !told.test(fact.key)) return '';
  const { status } = (fact.value ?? {}) as {
    status?: { conditions?: readonly Readonly<Record<string, string>>[] };
  };
  const conditions = (status?.conditions ?? []).map(
    (one) => `${one['type']}=${one['status']} ${one['reason']}: ${one['message']}\n`,
  );
  const object = whole.test(fact.key)
    ? `${JSON.stringify(fact.value ?? {}).replaceAll('\\"', '"')}\n`
    : '';
  return conditions.join('') + object;
}
