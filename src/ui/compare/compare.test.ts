import { describe, expect, it } from 'vitest';
import { clusterStartFacts, createDeploymentFacts } from '#player/create-deployment.fixture';
import { TraceLog } from '#player/trace-log';
import { countsOf, firstOtherWrite, objectsThatDiffer, sharedFacts } from './compare.ts';

const facts = createDeploymentFacts();
const whole = new TraceLog();
whole.append(facts);
/** The same run without the command, as if nobody had typed it. */
const idle = whole.forkAt(clusterStartFacts);

describe('two runs', () => {
  it('share their facts up to where they part', () => {
    expect(sharedFacts(whole, idle)).toBe(clusterStartFacts);
    expect(sharedFacts(whole, whole)).toBe(facts.length);
  });

  it('differ first in the write that one of them makes alone', () => {
    const found = firstOtherWrite(idle, whole, clusterStartFacts);
    expect(found).toMatchObject({ side: 1, name: 'deployments/default/nginx' });
    expect(firstOtherWrite(whole, whole, 0)).toBeUndefined();
  });

  it('differ at a moment in the objects that are stored', () => {
    const [one, two] = [idle.sceneAt(idle.facts.length), whole.sceneAt(facts.length)];
    const differing = objectsThatDiffer(one, two);
    expect(differing).toContainEqual({
      name: 'deployments/default/nginx',
      kind: 'second',
      fields: [],
    });
    expect(objectsThatDiffer(two, two)).toEqual([]);
    expect(countsOf(two).pods - countsOf(one).pods).toBe(two.pods.size);
  });
});
