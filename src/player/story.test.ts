import { describe, expect, it } from 'vitest';
import type { Fact } from '#trace/facts';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { TraceLog } from './trace-log.ts';

const facts = createDeploymentFacts();
const log = new TraceLog();
log.append(facts);

const stepsOf = (type: string) =>
  log.steps.filter((step) => step.type === type).map(({ id, main }) => ({ id, main }));

describe('the main line of a command', () => {
  it('follows the first pod and leaves its siblings beside it', () => {
    const selected = stepsOf('HostSelected');
    expect(selected.map(({ main }) => main)).toEqual([true, false, false]);
  });

  it('contains nothing from before the command', () => {
    const first = log.steps[0]!.fact;
    const roles = facts.slice(0, first - 1).map(({ id }) => log.roleOf(id).role);
    expect(new Set(roles)).toEqual(new Set(['noise']));
  });

  it('goes on with what a component notices by its own timer', () => {
    const seen = facts.find(({ type }) => type === 'PodLifecycleEventSeen')!;
    expect(facts[seen.cause - 1]?.type).toBe('TimerFired');
    expect(log.roleOf(seen.id).role).toBe('main');
  });

  it('knows the request that a commit in etcd belongs to', () => {
    const committed = log.steps.find(({ type }) => type === 'TxnCommitted')!;
    const request = log.requestOf(committed.fact);
    const types = log.factsOfRequest(request).map((id) => log.fact(id)?.type);
    expect(types[0]).toBe('RequestSent');
    expect(types).toContain('TxnCommitted');
    expect(types.at(-1)).toBe('ResponseReceived');
  });
});

describe('what is typed for a running command', () => {
  const typed = {
    ...{ type: 'TerminalTyped', component: 'person', input: 2, command: 0, echo: '' },
    ...{ cause: 0, typed: { kind: 'text', text: 'ls\n' } },
  };
  const printed = { type: 'OutputPrinted', component: 'kubectl', input: 0, stream: 'stdout' };

  it('belongs to that command, and so does what it prints then, after a later command too', () => {
    const position = facts.length;
    const at = facts.at(-1)?.at ?? 0;
    const more = [
      { type: 'CommandEntered', component: 'person', cause: 0, input: 1, line: 'kubectl version' },
      typed,
      { ...printed, cause: position + 2, text: 'bin' },
    ].map((fact, index) => ({ ...fact, id: position + 1 + index, at })) as readonly Fact[];
    const longer = new TraceLog();
    longer.append([...facts, ...more]);
    expect(longer.roleOf(position + 2)).toMatchObject({ role: 'main', command: 0 });
    expect(longer.roleOf(position + 3)).toMatchObject({ role: 'main', command: 0 });
  });
});

/** The same run with a question of the person in between, after the given fact. */
function askedAfter(position: number): readonly Fact[] {
  const before = facts.slice(0, position);
  const at = before.at(-1)?.at ?? 0;
  const first = position + 1;
  const component = 'kubectl';
  const ref = { resource: 'pods', namespace: 'default', name: '' };
  const request = 99_999;
  const question = [
    { type: 'CommandEntered', component: 'person', cause: 0, input: 1, line: 'kubectl get pods' },
    {
      type: 'CommandParsed',
      component,
      cause: first,
      input: 1,
      command: 'get',
      args: [],
      flags: {},
    },
    { type: 'RequestSent', component, cause: first + 1, request, method: 'GET', url: '/', ref },
    { type: 'ReadServed', component: 'kube-apiserver', cause: first + 2, request, items: 3 },
    { type: 'ResponseReceived', component, cause: first + 3, request, code: 200 },
  ].map((fact, index) => ({ id: first + index, at, ...fact }) as unknown as Fact);
  const moved = (id: number): number => (id > position ? id + question.length : id);
  const after = facts
    .slice(position)
    .map((fact) => ({ ...fact, id: moved(fact.id), cause: moved(fact.cause) }));
  return [...before, ...question, ...after];
}

describe('a question in the middle of a run', () => {
  const asked = new TraceLog();
  asked.append(askedAfter(log.steps[40]!.fact));
  const commandOf = (step: (typeof asked.steps)[number]): number =>
    asked.chapters[step.chapter]!.command;

  it('adds only its own few steps, and the first command is shown to its end', () => {
    const own = asked.steps.filter((step) => commandOf(step) === 1).map(({ type }) => type);
    expect(own).toEqual(['CommandEntered', 'CommandParsed', 'RequestSent', 'ResponseReceived']);
    const shown = asked.steps.filter((step) => commandOf(step) === 0);
    expect(shown.map(({ type, main }) => [type, main])).toEqual(
      log.steps.map(({ type, main }) => [type, main]),
    );
  });

  it('has a chapter of its own, after which the story goes on in its chapters', () => {
    const names = asked.chapters.filter(({ command }) => command === 0).map(({ id }) => id);
    expect(names).toEqual(log.chapters.map(({ id }) => id));
    expect(asked.chapters.filter(({ command }) => command === 1)).toHaveLength(1);
  });
});
