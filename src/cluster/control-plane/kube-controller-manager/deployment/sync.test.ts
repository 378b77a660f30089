import { describe, expect, it } from 'vitest';
import { minute, second } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { deployments, replicaSets } from '#k8s.io/client-go/rest/resource';
import { TestControlPlane } from '../control-plane.fixture.ts';
import { allow, forbid } from '../forbid.fixture.ts';
import { eventsOf, template } from '../workloads.fixture.ts';
import {
  conditionOf,
  deployed,
  deployment,
  live,
  named,
  setImage,
  setsOf,
  settle,
  sizes,
} from './deployment.fixture.ts';

const revision = 'deployment.kubernetes.io/revision';
const history = 'deployment.kubernetes.io/revision-history';

const annotations = (test: TestControlPlane, image: string) =>
  setsOf(test).find(({ spec }) => spec.template?.spec?.containers[0]?.image === image)?.metadata
    .annotations;

describe('the revisions of a Deployment', () => {
  const test = deployed(1, { revisionHistoryLimit: 2 });
  settle(test, 2);

  it('go up when a former template comes back, whose ReplicaSet is used again', () => {
    setImage(test, 'nginx:1.28');
    settle(test, 4);
    setImage(test, 'nginx');
    settle(test, 4);
    expect(sizes(test)).toEqual({ nginx: 1, 'nginx:1.28': 0 });
    expect(annotations(test, 'nginx')).toMatchObject({ [revision]: '3', [history]: '1' });
    expect(live(test).metadata.annotations?.[revision]).toBe('3');
  });

  it('follow a change of an annotation of the Deployment, but make no new one', () => {
    const cause = { 'kubernetes.io/change-cause': 'a better image' };
    test.patch(deployments, 'nginx', { metadata: { annotations: cause } });
    test.run(second);
    expect(annotations(test, 'nginx')).toMatchObject({ ...cause, [revision]: '3' });
    expect(setsOf(test)).toHaveLength(2);
  });

  it('go on from whatever number a ReplicaSet has', () => {
    const many = deployed(1, {});
    settle(many, 2);
    const [set] = setsOf(many);
    const annotated = { metadata: { annotations: { [revision]: '3546343826724305832' } } };
    many.patch(replicaSets, set?.metadata.name ?? '', annotated);
    settle(many, 2);
    setImage(many, 'nginx:1.28');
    settle(many, 4);
    expect(annotations(many, 'nginx:1.28')).toMatchObject({ [revision]: '3546343826724305833' });
  });

  it('are kept as far back as the limit says, the lowest go first', () => {
    for (const image of ['nginx:1.29', 'nginx:1.30']) {
      setImage(test, image);
      settle(test, 4);
    }
    expect(Object.keys(sizes(test)).sort()).toEqual(['nginx', 'nginx:1.29', 'nginx:1.30']);
  });

  it('stay while the rollout is not complete, however many there are', () => {
    setImage(test, 'nginx:broken');
    test.run(minute);
    expect(setsOf(test)).toHaveLength(4);
  });
});

describe('a new ReplicaSet whose name somebody else has', () => {
  it('gets another hash, and the Deployment counts the collision', () => {
    const test = new TestControlPlane();
    const labels = { app: 'other' };
    test.create(replicaSets, {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: 'nginx-7f8fbb96d' },
      spec: { replicas: 0, selector: { matchLabels: labels }, template: template('a', {}, labels) },
    });
    test.create(deployments, deployment(1));
    test.run(2 * second);
    expect(live(test).status?.collisionCount).toBe(1);
    const own = setsOf(test).filter(({ metadata }) => metadata.ownerReferences !== undefined);
    expect(own).toHaveLength(1);
    expect(own[0]?.metadata.name).toMatch(/^nginx-/);
    expect(own[0]?.metadata.name).not.toBe('nginx-7f8fbb96d');
  });
});

describe('a ReplicaSet that may not be made', () => {
  const test = new TestControlPlane();
  const why = forbid(test, replicaSets, ['CREATE']);
  test.create(deployments, deployment(1));
  test.run(3 * second);
  const error = `replicasets.apps "nginx-7f8fbb96d" is forbidden: ${why}`;
  const message = `Failed to create new replica set "nginx-7f8fbb96d": ${error}`;

  it('is told of in a condition and an event, with the words of the API server', () => {
    expect(conditionOf(test, 'Progressing')).toBe(`False ReplicaSetCreateError: ${message}`);
    expect(eventsOf(test, 'Deployment')).toContain(`ReplicaSetCreateError: ${message}`);
  });

  it('is tried again after twice as long each time', () => {
    const failed = test
      .facts('SyncFinished', 'deployment-controller')
      .filter((fact) => fact.error !== undefined);
    const waits = failed.slice(1).map(({ at }, index) => at - (failed[index]?.at ?? 0));
    expect(waits.length).toBeGreaterThan(5);
    // At first, changes of its own status cause syncs too; from here on only the back-off does.
    const [before = 0, last = 0] = waits.slice(-2);
    expect(last / before).toBeGreaterThan(1.8);
    expect(last / before).toBeLessThan(2.2);
  });

  it('is made when it may be, and the condition says so', () => {
    allow(test, replicaSets);
    test.run(10 * second);
    expect(sizes(test)).toEqual({ nginx: 1 });
    expect(conditionOf(test, 'Progressing')).toMatch(/^True /);
  });
});

describe('the deployment controller of a cluster', () => {
  const bed = new ClusterBed();
  const setOf = (app: string): string =>
    bed.run(`get replicasets -l app=${app} -o jsonpath={.items[0].metadata.name}`);

  it('says that it found a replica set that was there before', () => {
    bed.create(named('web'));
    bed.wait(5);
    bed.run('delete deployment web --cascade=orphan');
    bed.wait(2);
    bed.create(named('web'));
    bed.wait(3);
    expect(bed.messages()).toContain(
      `Progressing=True FoundNewReplicaSet: Found new replica set "${setOf('web')}"\n`,
    );
  });

  it('says why a replica set cannot be made', () => {
    const mine = "object.metadata.labels['app'] != 'none'";
    const denied = bed.forbid('no-sets', ['apps', 'replicasets', 'CREATE'], mine);
    bed.create(named('none'));
    bed.wait(3);
    const why = `replicasets.apps "none-\\w+" is forbidden: ${denied}`;
    const message = `ReplicaSetCreateError: Failed to create new replica set "none-\\w+": ${why}\n`;
    expect(bed.messages()).toMatch(new RegExp(`^${message}`, 'm'));
    expect(bed.messages()).toMatch(new RegExp(`^Progressing=False ${message}`, 'm'));
    bed.run('delete deployment none');
    bed.allow('no-sets');
  });
});
