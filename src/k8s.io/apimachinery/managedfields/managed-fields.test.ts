import { describe, expect, it } from 'vitest';
import { asObject, type JsonObject } from '../json-value.ts';
import type { KubeObject, Status } from '../meta/v1.ts';
import { toFieldsV1 } from './field-set.ts';
import { carryLedger, Ledger, ledgerOf, managedFieldsOf, withManagedFields } from './ledger.ts';
import { encodeManagers, type Managers, noManagers } from './managers.ts';
import { type ApplyRequest, serverSideApply } from './server-side-apply.ts';
import { toFieldSet } from './to-field-set.ts';
import { atomOfKind } from './typed.ts';
import { excluding } from './updater.ts';

interface State {
  readonly live: KubeObject | undefined;
  readonly managers: Managers;
}

const nothing: State = { live: undefined, managers: noManagers };

function request(
  state: State,
  manager: string,
  configuration: JsonObject,
  more: Partial<ApplyRequest> = {},
): ApplyRequest {
  const { apiVersion, kind } = configuration as { apiVersion: string; kind: string };
  return {
    ...state,
    configuration,
    apiVersion,
    kind,
    writer: { name: manager, operation: 'Apply', apiVersion, subresource: '', time: 'T' },
    force: false,
    filter: (set) => set,
    ...more,
  };
}

/** Applies and expects no conflict. */
function apply(
  state: State,
  manager: string,
  configuration: JsonObject,
  more: Partial<ApplyRequest> = {},
): State {
  const result = serverSideApply(request(state, manager, configuration, more));
  if (!result.ok) throw new Error(result.error.message);
  return { live: asObject<KubeObject>(result.value.object), managers: result.value.managers };
}

function refused(
  state: State,
  manager: string,
  configuration: JsonObject,
  more: Partial<ApplyRequest> = {},
): Status {
  const result = serverSideApply(request(state, manager, configuration, more));
  if (result.ok) throw new Error('it was applied');
  return result.error;
}

const owners = ({ managers }: State) =>
  Object.fromEntries(encodeManagers(managers).map((entry) => [entry.manager, entry.fieldsV1]));

const config = (data: JsonObject, more: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'shared', namespace: 'default', ...more },
  data,
});

const deployment = (containers: readonly JsonObject[], spec: JsonObject = {}): JsonObject => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', namespace: 'default' },
  spec: { ...spec, template: { spec: { containers } } },
});

const containersOf = ({ live }: State) =>
  asObject<{ spec: { template: { spec: { containers: JsonObject[] } } } }>(live).spec.template.spec
    .containers;

describe('server-side apply', () => {
  it('gives each manager the fields it names, and both a field they agree on', () => {
    const first = apply(nothing, 'a', config({ x: '1', y: '1' }));
    const both = apply(first, 'b', config({ x: '1' }));
    expect(owners(both)).toEqual({
      a: { 'f:data': { 'f:x': {}, 'f:y': {} } },
      b: { 'f:data': { 'f:x': {} } },
    });
  });

  it('refuses a change of what others own, and names each field', () => {
    const first = apply(nothing, 'a', config({ x: '1', y: '1' }));
    const one = refused(first, 'b', config({ x: '2' }));
    expect(one).toMatchObject({
      code: 409,
      message: 'Apply failed with 1 conflict: conflict with "a": .data.x',
      details: { causes: [{ reason: 'FieldManagerConflict', field: '.data.x' }] },
    });
    expect(refused(first, 'b', config({ x: '2', y: '2' })).message).toBe(
      'Apply failed with 2 conflicts: conflicts with "a":\n- .data.x\n- .data.y',
    );
  });

  it('takes the fields over when it is forced', () => {
    const first = apply(nothing, 'a', config({ x: '1', y: '1' }));
    const forced = apply(first, 'b', config({ x: '2' }), { force: true });
    expect(owners(forced)).toEqual({
      a: { 'f:data': { 'f:y': {} } },
      b: { 'f:data': { 'f:x': {} } },
    });
    expect(forced.live).toMatchObject({ data: { x: '2', y: '1' } });
  });

  it('removes what its manager applied no longer, unless somebody else owns it', () => {
    const first = apply(nothing, 'a', config({ x: '1', y: '1' }));
    const both = apply(first, 'b', config({ x: '1' }));
    const { data: _, ...empty } = config({});
    const less = apply(both, 'a', empty);
    expect(less.live).toMatchObject({ data: { x: '1' } });
    expect(owners(less)).toEqual({ b: { 'f:data': { 'f:x': {} } } });
    expect(apply(less, 'b', empty).live).not.toHaveProperty('data');
  });

  it('knows the items of a keyed list by their keys, and keeps their order', () => {
    const first = apply(
      nothing,
      'a',
      deployment([
        { name: 'app', image: 'nginx:1', ports: [{ containerPort: 80 }] },
        { name: 'log', image: 'busybox' },
      ]),
    );
    const more = apply(
      first,
      'b',
      deployment([
        { name: 'sidecar', image: 'proxy' },
        { name: 'app', env: [{ name: 'A', value: '1' }] },
      ]),
    );
    expect(containersOf(more).map(({ name }) => name)).toEqual(['sidecar', 'app', 'log']);
    const conflict = refused(more, 'b', deployment([{ name: 'app', image: 'nginx:2' }]));
    expect(conflict.message).toBe(
      'Apply failed with 1 conflict: conflict with "a": ' +
        '.spec.template.spec.containers[name="app"].image',
    );
    const left = apply(more, 'a', deployment([{ name: 'app', image: 'nginx:1' }]));
    expect(containersOf(left).map(({ name }) => name)).toEqual(['sidecar', 'app']);
    expect(containersOf(left)[1]).toEqual({
      name: 'app',
      image: 'nginx:1',
      env: [{ name: 'A', value: '1' }],
    });
  });

  it('knows a port without a protocol as one of TCP, and a set by its values', () => {
    const atom = atomOfKind('v1', 'Pod');
    const pod = {
      metadata: { finalizers: ['a/b'] },
      spec: {
        containers: [{ name: 'a', ports: [{ containerPort: 80 }], command: ['sh'] }],
        nodeSelector: { disk: 'ssd' },
      },
    };
    expect(toFieldsV1(toFieldSet(atom, pod))).toEqual({
      'f:metadata': { 'f:finalizers': { 'v:"a/b"': {} } },
      'f:spec': {
        'f:containers': {
          'k:{"name":"a"}': {
            '.': {},
            'f:command': {},
            'f:name': {},
            'f:ports': {
              'k:{"containerPort":80,"protocol":"TCP"}': { '.': {}, 'f:containerPort': {} },
            },
          },
        },
        'f:nodeSelector': {},
      },
    });
  });

  it('says what in a configuration is no field of the kind, or of another type', () => {
    const bad = deployment([{ name: 'a' }, { name: 'a' }], { replica: 1, replicas: 'three' });
    expect(refused(nothing, 'a', bad).message).toBe(
      'failed to create typed patch object (default/web; apps/v1, Kind=Deployment): errors:\n' +
        '  .spec.replica: field not declared in schema\n' +
        '  .spec.replicas: expected numeric (int or float), got string\n' +
        '  .spec.template.spec.containers: duplicate entries for key [name="a"]',
    );
    const number = config({ a: 1 });
    expect(refused(nothing, 'a', number).message).toBe(
      'failed to create typed patch object (default/shared; /v1, Kind=ConfigMap): ' +
        '.data.a: expected string, got &value.valueUnstructured{Value:1}',
    );
  });

  it('refuses configurations that carry owners, or are of another kind', () => {
    const owned = config({}, { managedFields: [] });
    expect(refused(nothing, 'a', owned).message).toBe('metadata.managedFields must be nil');
    const other = { ...config({}), kind: 'Secret' };
    const wrong = refused(nothing, 'a', other, { kind: 'ConfigMap', apiVersion: 'v1' });
    expect(wrong.message).toBe('invalid object type: /v1, Kind=Secret');
  });

  it('lets kubectl take over what it applied on the client side before', () => {
    const note = JSON.stringify({ ...config({ x: '1' }) });
    const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': note };
    const live = asObject<KubeObject>(config({ x: '1', y: '1' }, { annotations, uid: 'u' }));
    const ledger = written(undefined, live, 'kubectl-client-side-apply');
    const state = { live, managers: ledger.managers };
    const applied = apply(state, 'kubectl', config({ x: '2' }));
    expect(applied.live).toMatchObject({ data: { x: '2' } });
    const text = applied.live?.metadata.annotations?.[Object.keys(annotations)[0] as string] ?? '';
    expect(JSON.parse(text)).toMatchObject({ data: { x: '2' } });
    expect(refused(state, 'kubectl', config({ y: '2' })).message).toBe(
      'Apply failed with 1 conflict: ' +
        'conflict with "kubectl-client-side-apply" using v1: .data.y',
    );
  });

  it('gives no time to a manager whose configuration changes nothing', () => {
    const first = apply(nothing, 'a', config({ x: '1' }));
    const same = apply(first, 'b', config({ x: '1' }));
    const times = encodeManagers(same.managers).map(({ manager, time }) => [manager, time]);
    expect(times).toEqual([
      ['b', undefined],
      ['a', 'T'],
    ]);
  });

  it('counts what stood there unowned to a manager of its own', () => {
    const live = asObject<KubeObject>(config({ x: '1' }));
    expect(refused({ live, managers: noManagers }, 'a', config({ x: '2' })).message).toBe(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.x',
    );
  });
});

function written(
  live: KubeObject | undefined,
  sent: KubeObject,
  name: string,
  subresource = '',
): Ledger {
  const { apiVersion } = sent;
  return Ledger.after({
    previous: live === undefined ? undefined : ledgerOf(live),
    live,
    sent,
    at: 0,
    writer: { name, operation: 'Update', apiVersion, subresource },
    filter: subresource === 'status' ? excluding(['f:spec']) : excluding(['f:status']),
  });
}

const carrying = (object: KubeObject, ledger: Ledger): KubeObject => ({
  ...object,
  metadata: carryLedger({ ...object.metadata }, ledger),
});

describe('the ledger of an object', () => {
  const pod = asObject<KubeObject>({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', labels: { app: 'a' } },
    spec: { containers: [{ name: 'a', image: 'nginx', resources: {} }] },
    status: { phase: 'Pending' },
  });

  it('gives the maker of an object what it set, without the status', () => {
    const made = carrying(pod, written(undefined, pod, 'kubectl-run'));
    expect(managedFieldsOf(made)).toEqual([
      {
        manager: 'kubectl-run',
        operation: 'Update',
        apiVersion: 'v1',
        time: '2026-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: {
          'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
          'f:spec': {
            'f:containers': {
              'k:{"name":"a"}': { '.': {}, 'f:image': {}, 'f:name': {}, 'f:resources': {} },
            },
          },
        },
      },
    ]);
    expect(JSON.stringify(made)).not.toContain('managedFields');
    expect(JSON.stringify(withManagedFields(made))).toContain('managedFields');
  });

  it('moves a field to who changed it last, and goes along when metadata is spread', () => {
    const made = carrying(pod, written(undefined, pod, 'a'));
    const relabelled = { ...made, metadata: { ...made.metadata, labels: { app: 'b' } } };
    const changed = carrying(relabelled, written(made, relabelled, 'b'));
    const copy = { ...changed, metadata: { ...changed.metadata, resourceVersion: '7' } };
    const entries = managedFieldsOf(copy);
    expect(entries.map(({ manager }) => manager)).toEqual(['a', 'b']);
    expect(entries[1]?.fieldsV1).toEqual({ 'f:metadata': { 'f:labels': { 'f:app': {} } } });
  });

  it('says the same whether it was read in between or not, over many writes', () => {
    const run = (read: boolean) => {
      let object = carrying(pod, written(undefined, pod, 'a'));
      // More than a ledger keeps uncounted.
      for (let write = 0; write < 1100; write++) {
        const labels = { app: 'a', [`k${write % 7}`]: String(write) };
        const sent = { ...object, metadata: { ...object.metadata, labels } };
        object = carrying(sent, written(object, sent, `writer-${write % 14}`));
        if (read) managedFieldsOf(object);
      }
      return managedFieldsOf(object);
    };
    expect(run(true)).toEqual(run(false));
    expect(run(true).length).toBeLessThanOrEqual(10);
  });

  it('moves the time on with each heartbeat, whoever wrote the same fields or others before', () => {
    const filter = excluding(['f:status']);
    // The writer and what is new, of each write: values that repeat, come, go, and change hands.
    const writes: readonly (readonly [string, JsonObject])[] = [
      ['a', { renewTime: '1', holder: 'a' }],
      ['a', { renewTime: '2', holder: 'a' }],
      ['a', { renewTime: '3', holder: 'a' }],
      ['a', { renewTime: '3', holder: 'a' }],
      ['b', { renewTime: '4', holder: 'b' }],
      ['b', { renewTime: '5', holder: 'c' }],
      ['b', { renewTime: '6', holder: 'c' }],
      ['b', { renewTime: '7', holder: 'c' }],
      ['a', { renewTime: '8', holder: 'c' }],
      ['a', { renewTime: '9', holder: 'c', more: 'x' }],
      ['a', { renewTime: '10', holder: 'c', more: 'y' }],
      ['a', { renewTime: '11', holder: 'c' }],
      ['a', { renewTime: '12', holder: 'c' }],
    ];
    const run = (read: boolean) => {
      const metadata = { name: 'm' };
      const map = asObject<KubeObject>({ apiVersion: 'v1', kind: 'ConfigMap', metadata });
      let object = carrying(map, written(undefined, map, 'maker'));
      return writes.map(([name, data], index) => {
        const sent = { ...object, data };
        const writer = { name, operation: 'Update', apiVersion: 'v1', subresource: '' } as const;
        const previous = ledgerOf(object);
        const at = index * 1_000_000;
        const next = Ledger.after({ previous, live: object, sent, at, writer, filter });
        object = carrying(sent, next);
        return read ? managedFieldsOf(object) : object;
      });
    };
    const atTheEnd = run(false) as readonly KubeObject[];
    managedFieldsOf(atTheEnd.at(-1) as KubeObject);
    expect(atTheEnd.map(managedFieldsOf)).toEqual(run(true));
  });
});
