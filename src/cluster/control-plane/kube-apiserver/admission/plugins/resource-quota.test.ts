import { beforeAll, describe, expect, it } from 'vitest';
import { messageOf, objectOf } from '../../api.test.fixture.ts';
import { AdmissionBed, podOf } from '../admission-bed.fixture.ts';

const quota = (namespace: string, hard: object) => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'quota', namespace },
  spec: { hard },
});
const service = (name: string) => ({
  apiVersion: 'v1',
  kind: 'Service',
  metadata: { name, namespace: 'services' },
  spec: { ports: [{ port: 80 }] },
});

describe('ResourceQuota', () => {
  let bed: AdmissionBed;
  const into = (namespace: string, name: string, spec: object = {}) =>
    bed.send(podOf(name, spec, { namespace }));
  /** Creates a namespace with a quota whose usage has already been counted. */
  const place = (namespace: string, hard: object, used: object) => {
    bed.namespace(namespace);
    bed.send(quota(namespace, hard));
    bed.change(quota(namespace, hard), { status: { hard, used } }, { subresource: 'status' });
  };
  const used = (namespace: string) => {
    const path = `/api/v1/namespaces/${namespace}/resourcequotas/quota`;
    return objectOf(bed.api.call('GET', path))['status'];
  };

  beforeAll(() => {
    bed = new AdmissionBed();
    place('full', { pods: '1' }, { pods: '1' });
    place('one', { pods: '1' }, { pods: '0' });
    place('dry', { pods: '1' }, { pods: '0' });
    place('cpu', { 'limits.cpu': '1' }, { 'limits.cpu': '0' });
    const hard = { 'services.nodeports': '1', 'requests.storage': '2Gi' };
    place('services', hard, { 'services.nodeports': '0', 'requests.storage': '0' });
    bed.namespace('unknown');
    bed.send(quota('unknown', { pods: '1' }));
  });

  it('refuses what is more than is left', () => {
    const refused = into('full', 'x');
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'pods "x" is forbidden: exceeded quota: quota, requested: pods=1, used: pods=1, ' +
        'limited: pods=1',
    ]);
  });

  it('charges what it lets in before it is stored, so that the next one is refused', () => {
    expect(into('one', 'first').code).toBe(201);
    expect(used('one')).toMatchObject({ used: { pods: '1' } });
    expect(messageOf(into('one', 'extra'))).toBe(
      'pods "extra" is forbidden: exceeded quota: quota, requested: pods=1, used: pods=1, ' +
        'limited: pods=1',
    );
  });

  it('charges nothing for a dry run', () => {
    bed.send(podOf('x', {}, { namespace: 'dry' }), { dryRun: true });
    expect(used('dry')).toMatchObject({ used: { pods: '0' } });
  });

  it('wants every container to name what the quota counts', () => {
    const containers = ['b', 'a'].map((name) => ({ name, image: 'nginx' }));
    expect(messageOf(into('cpu', 'x', { containers }))).toBe(
      'pods "x" is forbidden: failed quota: quota: must specify limits.cpu for: a,b',
    );
  });

  it('lets nothing in until its controller has counted', () => {
    const refused = into('unknown', 'x');
    expect([refused.code, messageOf(refused)]).toEqual([
      403,
      'pods "x" is forbidden: status unknown for quota: quota, resources: pods',
    ]);
  });

  it('counts what a changed service or claim uses more', () => {
    for (const name of ['a', 'b']) bed.send(service(name));
    const grow = (name: string) => bed.change(service(name), { spec: { type: 'NodePort' } });
    expect(grow('a').code).toBe(200);
    expect(messageOf(grow('b'))).toBe(
      'services "b" is forbidden: exceeded quota: quota, requested: services.nodeports=1, ' +
        'used: services.nodeports=1, limited: services.nodeports=1',
    );
    bed.change(service('a'), { spec: { type: 'ClusterIP' } });
    expect(grow('b').code).toBe(200);
  });

  it('says that an object is not valid before it counts it', () => {
    const answer = into('full', 'x', { containers: [] });
    expect(answer.code).toBe(422);
  });
});
