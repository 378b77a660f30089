import { describe, expect, it } from 'vitest';
import type { FactId } from '#trace/fact';
import { createDeploymentFacts } from './create-deployment.fixture.ts';
import { framesAround, into, out, over } from './frames.ts';
import { TraceLog } from './trace-log.ts';

const log = new TraceLog();
log.append(createDeploymentFacts());
const { steps } = log;
const at = (cursor: FactId) => ({ log, steps, cursor });
const find = (type: string, from = 0): FactId =>
  log.facts.find((fact) => fact.id > from && fact.type === type)?.id ?? 0;
const typeOf = (id: FactId | undefined): string | undefined => log.fact(id ?? 0)?.type;

const command = find('CommandEntered');
const sent = find('RequestSent', command);
const authorized = find('Authorized', sent);

describe('stepping as in a debugger', () => {
  it('knows that the API server works within the request, and that within the command', () => {
    expect(framesAround(log, authorized).map(typeOf)).toEqual(['RequestSent', 'CommandEntered']);
  });

  it('steps over a request to its answer, and back over it', () => {
    const answer = over(at(sent), 'forward');
    expect(typeOf(answer)).toBe('ResponseReceived');
    expect(answer).toBe(log.frames.endOf(sent));
    expect(over(at(answer ?? 0), 'back')).toBe(sent);
  });

  it('steps over a command to its end', () => {
    expect(typeOf(over(at(command), 'forward'))).toBe('CommandExited');
  });

  it('steps into a request to its first stage, and back into it from its answer', () => {
    const first = into(at(sent), 'forward') ?? 0;
    expect(framesAround(log, first)).toContain(sent);
    const last = into(at(log.frames.endOf(sent) ?? 0), 'back') ?? 0;
    expect(framesAround(log, last)).toContain(sent);
    expect(last).toBeGreaterThan(first);
  });

  it('steps out of the API server to the answer, and back out to the request', () => {
    expect(out(at(authorized), 'forward')).toBe(log.frames.endOf(sent));
    expect(out(at(authorized), 'back')).toBe(sent);
  });

  it('steps over a stage to the next one of the same request', () => {
    const next = over(at(authorized), 'forward') ?? 0;
    expect(
      framesAround(log, next).every((frame) => framesAround(log, authorized).includes(frame)),
    ).toBe(true);
    expect(next).toBeGreaterThan(authorized);
  });
});
