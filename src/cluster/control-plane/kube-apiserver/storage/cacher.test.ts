import { beforeAll, describe, expect, it } from 'vitest';
import { must } from '#base/assert';
import { seconds } from '#base/sim-time';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { WatchStream } from '#k8s.io/client-go/rest/watch-stream';
import { ApiFixture, statusOf } from '../api.test.fixture.ts';
import { maps } from '../manifests.test.fixture.ts';
import { RegistryFixture } from '../registry/registry.test.fixture.ts';
import type { WatchOptions } from '../registry/rest-storage.ts';

const everything: WatchOptions = {
  labelSelector: '',
  fieldSelector: '',
  resourceVersion: '',
  resourceVersionMatch: '',
  allowWatchBookmarks: false,
  sendInitialEvents: false,
  timeoutSeconds: 600,
};

const configMap = (name: string, labels: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, labels },
});

function watch(
  fixture: RegistryFixture,
  plural: string,
  options: Partial<WatchOptions> = {},
): WatchStream {
  const attrs = fixture.attrs(fixture.resource(plural), 'watch', 'default');
  const storage = fixture.storage(plural);
  const opened = fixture.call(
    must(storage.watch?.(attrs, { ...everything, ...options }), 'it can be watched'),
  );
  if (!opened.ok) throw new Error(opened.error.message);
  return opened.value;
}

/** What has arrived on a stream so far, one event per line. */
function arrived(fixture: RegistryFixture, stream: WatchStream): readonly string[] {
  fixture.sim.run(fixture.sim.now + seconds(0.01));
  const lines: string[] = [];
  for (;;) {
    const step = stream.receive().next();
    if (step.done !== true || step.value === undefined) return lines;
    const { type, object } = step.value;
    if (type === 'ERROR') lines.push(`ERROR ${object.message}`);
    else lines.push(`${type} ${(object as KubeObject).metadata.name ?? ''}`.trim());
  }
}

const list = (fixture: RegistryFixture, plural: string, options = {}) =>
  fixture.call(
    must(
      fixture.storage(plural).list?.(fixture.attrs(fixture.resource(plural), 'list', 'default'), {
        labelSelector: '',
        fieldSelector: '',
        resourceVersion: '',
        resourceVersionMatch: '',
        limit: 0,
        continue: '',
        ...options,
      }),
      'it can be listed',
    ),
  );

describe('a watch', () => {
  it('begins with the present state, or after the version that is named', () => {
    const fixture = new RegistryFixture();
    fixture.create(configMap('a'));
    const { resourceVersion } = must(fixture.get('configmaps', 'a'), 'a').metadata;
    fixture.create(configMap('b'));
    const fromNow = watch(fixture, 'configmaps');
    const fromThen = watch(fixture, 'configmaps', { resourceVersion });
    fixture.delete('configmaps', 'a');
    expect(arrived(fixture, fromNow)).toEqual(['ADDED a', 'ADDED b', 'DELETED a']);
    expect(arrived(fixture, fromThen)).toEqual(['ADDED b', 'DELETED a']);
  });

  it('marks the end of the initial events of a watch list', () => {
    const fixture = new RegistryFixture();
    fixture.create(configMap('a'));
    const stream = watch(fixture, 'configmaps', {
      sendInitialEvents: true,
      allowWatchBookmarks: true,
      resourceVersionMatch: 'NotOlderThan',
    });
    expect(arrived(fixture, stream)).toEqual(['ADDED a', 'BOOKMARK']);
    fixture.sim.run(fixture.sim.now + seconds(61));
    expect(arrived(fixture, stream)).toEqual(['BOOKMARK']);
  });

  it('shows objects that come to match as added, and that cease to as deleted', () => {
    const fixture = new RegistryFixture();
    fixture.create(configMap('a', { app: 'web' }));
    fixture.create(configMap('b'));
    const stream = watch(fixture, 'configmaps', { labelSelector: 'app=web' });
    const label = (name: string, app: string) =>
      fixture.update('configmaps', name, (object) => ({
        ...object,
        metadata: { ...object.metadata, labels: { app } },
      }));
    label('b', 'web');
    label('a', 'other');
    label('a', 'another');
    expect(arrived(fixture, stream)).toEqual(['ADDED a', 'ADDED b', 'DELETED a']);
  });

  it('is told when its version is too old to go on from', () => {
    const fixture = new RegistryFixture();
    const stream = watch(fixture, 'configmaps', { resourceVersion: '1' });
    expect(arrived(fixture, stream)).toEqual([]);
    for (let i = 0; i < 120; i++) {
      fixture.create(configMap(`c${i}`));
      fixture.sim.run(fixture.sim.now + seconds(1));
    }
    const [line = ''] = arrived(fixture, watch(fixture, 'configmaps', { resourceVersion: '2' }));
    expect(line).toMatch(/^ERROR too old resource version: 2 \(\d+\)$/);
  });

  it('of one node hears of its own pods only', () => {
    const fixture = new RegistryFixture();
    const mine = watch(fixture, 'pods', { fieldSelector: 'spec.nodeName=node-1' });
    const other = watch(fixture, 'pods', { fieldSelector: 'spec.nodeName=node-2' });
    const containers = [{ name: 'nginx', image: 'nginx' }];
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'nginx' },
      spec: { containers },
    };
    fixture.create(pod);
    const resource = fixture.resource('pods');
    const binding = { apiVersion: 'v1', kind: 'Binding', metadata: {}, target: { name: 'node-1' } };
    fixture.create(binding, 'default', { resource, name: 'nginx', subresource: 'binding' });
    expect(arrived(fixture, mine)).toEqual(['ADDED nginx']);
    expect(arrived(fixture, other)).toEqual([]);
  });
});

describe('a list', () => {
  it('shows what was written just before it', () => {
    const fixture = new RegistryFixture();
    fixture.create(configMap('a'));
    const listed = list(fixture, 'configmaps');
    expect(listed).toMatchObject({
      value: {
        kind: 'ConfigMapList',
        metadata: { resourceVersion: String(fixture.etcd.revision) },
        items: [{ metadata: { name: 'a' } }],
      },
    });
  });

  it('goes on page by page at the revision of the first page', () => {
    const fixture = new RegistryFixture();
    for (const name of ['a', 'b', 'c']) fixture.create(configMap(name));
    const first = list(fixture, 'configmaps', { limit: 2 });
    if (!first.ok) throw new Error(first.error.message);
    const { metadata, items } = first.value;
    expect(items.map((item) => item.metadata.name)).toEqual(['a', 'b']);
    expect(metadata.remainingItemCount).toBe(1);
    fixture.create(configMap('d'));
    const second = list(fixture, 'configmaps', { limit: 2, continue: metadata.continue });
    expect(second).toMatchObject({
      value: {
        metadata: { resourceVersion: metadata.resourceVersion },
        items: [{ metadata: { name: 'c' } }],
      },
    });
    expect(second.ok && second.value.items).toHaveLength(1);
  });

  it('refuses fields that a resource does not offer', () => {
    expect(list(new RegistryFixture(), 'pods', { fieldSelector: 'spec.foo=bar' })).toMatchObject({
      ok: false,
      error: {
        code: 400,
        message: 'field label not supported: spec.foo',
      },
    });
  });
});

describe('reading the cache', () => {
  let api: ApiFixture;

  beforeAll(() => {
    api = new ApiFixture();
  });

  it('waits in vain for a revision that is still to come', () => {
    expect(statusOf(api.call('GET', `${maps}?resourceVersion=99999999`))).toEqual([
      504,
      'Timeout: Too large resource version: 99999999, current: N',
    ]);
  });
});

describe('the API server refuses', () => {
  it('the next page of a list whose revision is compacted', () => {
    const api = new ApiFixture();
    for (const name of ['one', 'two', 'three']) api.create(maps, configMap(name));
    const page = api.call('GET', `${maps}?limit=1`).body as { metadata: { continue: string } };
    for (let round = 0; round < 5; round++) {
      api.patch(`${maps}/one`, 'merge-patch+json', { data: { round: `${round}` } });
      api.wait(300);
    }
    const { code, body } = api.call('GET', `${maps}?limit=1&continue=${page.metadata.continue}`);
    expect([code, body]).toMatchObject([
      410,
      {
        reason: 'Expired',
        message: expect.stringContaining(
          'The provided continue parameter is too old to display a consistent list result. ' +
            'You can start a new list without the continue parameter, or use the continue ' +
            'token in ',
        ),
      },
    ]);
  });
});
