import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { must } from '#base/assert';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { RegistryFixture } from './registry.test.fixture.ts';

interface RecordedWrite {
  readonly verb: string;
  readonly resource: string;
  readonly subresource?: string;
  readonly code: number;
  readonly request: KubeObject;
  readonly response: KubeObject;
}

function recordedCreate(scenario: string, resource: string): RecordedWrite {
  const url = new URL(
    `../../../../conformance/recordings/${scenario}/writes.jsonl`,
    import.meta.url,
  );
  const writes = readFileSync(url, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as RecordedWrite);
  const found = writes.find(
    (write) =>
      write.verb === 'create' &&
      write.resource === resource &&
      write.subresource === undefined &&
      write.code === 201,
  );
  return must(found, `${scenario} creates ${resource}`);
}

/** Times, uids, versions and random suffixes differ from run to run. */
function withoutVolatile(object: KubeObject): unknown {
  const { name, generateName } = object.metadata;
  const stable = generateName === undefined ? name : `${generateName}*****`;
  const metadata = {
    ...object.metadata,
    name: stable,
    uid: 'uid',
    resourceVersion: 'rv',
    creationTimestamp: 'time',
  };
  const text = JSON.stringify({ ...object, metadata });
  return JSON.parse(text.replaceAll(/kube-api-access-[a-z0-9]{5}/g, 'kube-api-access-*****'));
}

describe('what the server makes of a recorded request', () => {
  const cases = [
    ['create-deployment', 'deployments'],
    ['create-deployment', 'replicasets'],
    ['create-deployment', 'pods'],
    ['create-deployment-3', 'deployments'],
    ['run-pod', 'pods'],
    ['create-deployment', 'events'],
  ] as const;
  for (const [scenario, resource] of cases) {
    it(`stores ${resource} of ${scenario} as the real server answered`, () => {
      const { request, response } = recordedCreate(scenario, resource);
      const created = new RegistryFixture().create(request);
      if (!created.ok) throw new Error(created.error.message);
      expect(withoutVolatile(created.value)).toEqual(withoutVolatile(response));
    });
  }
});
