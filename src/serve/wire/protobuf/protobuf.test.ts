import { describe, expect, it } from 'vitest';
import type { JsonObject } from '#k8s.io/apimachinery/json-value';
import { storedBytes } from '#k8s.io/apimachinery/protobuf-size';
import { decodeObject } from './decode.ts';
import { encodeEvent, encodeObject } from './encode.ts';

const deployment: JsonObject = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: {
    name: 'web',
    namespace: 'default',
    labels: { app: 'web', tier: 'front' },
    creationTimestamp: '2026-01-01T00:00:05Z',
  },
  spec: {
    replicas: 0,
    selector: { matchLabels: { app: 'web' } },
    template: {
      metadata: { labels: { app: 'web' } },
      spec: {
        containers: [
          {
            name: 'web',
            image: 'nginx',
            args: ['', 'über'],
            ports: [{ containerPort: 80 }],
            resources: { requests: { cpu: '100m', memory: '64Mi' } },
            livenessProbe: { httpGet: { path: '/', port: 'http' } },
            readinessProbe: { tcpSocket: { port: 8080 }, initialDelaySeconds: 3 },
            securityContext: { runAsUser: -1, privileged: false },
          },
        ],
        volumes: [{ name: 'v', emptyDir: {} }],
      },
    },
    strategy: { rollingUpdate: { maxSurge: '25%', maxUnavailable: 1 } },
  },
  status: {},
};

const bytesOf = (object: JsonObject): Uint8Array => {
  const bytes = encodeObject(object);
  if (bytes === undefined) throw new Error('it has no protobuf form');
  return bytes;
};

const roundTrip = (object: JsonObject): JsonObject | undefined => decodeObject(bytesOf(object));

describe('an object in protobuf', () => {
  it('that says why a list has expired has the token to go on', () => {
    const status = {
      ...{ apiVersion: 'v1', kind: 'Status', metadata: { continue: 'abc' }, status: 'Failure' },
      ...{ message: 'too old', reason: 'Expired', code: 410 },
    };
    expect(Buffer.from(bytesOf(status)).toString('latin1')).toContain('\u001a\u0003abc');
  });

  it('comes back as it was: texts, numbers, times, quantities, pointers to empty values', () => {
    expect(roundTrip(deployment)).toEqual(deployment);
  });

  it('stands behind the four bytes that every stored object begins with', () => {
    expect([...bytesOf(deployment).subarray(0, 4)]).toEqual([0x6b, 0x38, 0x73, 0x00]);
  });

  it('is as long as the generated Size methods of the Go types say', () => {
    expect(bytesOf(deployment)).toHaveLength(storedBytes(deployment) ?? 0);
  });

  it('carries bytes, micro times and free values', () => {
    const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's' } };
    expect(roundTrip({ ...secret, data: { k: 'AAEC' } })).toEqual({
      ...secret,
      data: { k: 'AAEC' },
    });
    const lease = {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: { name: 'l' },
      spec: { renewTime: '2026-01-01T00:00:05.000120Z', leaseTransitions: 0 },
    };
    expect(roundTrip(lease)).toEqual(lease);
    const revision = {
      apiVersion: 'apps/v1',
      kind: 'ControllerRevision',
      metadata: { name: 'r' },
      data: { spec: { any: [1, 'two'] } },
      revision: 1,
    };
    expect(roundTrip(revision)).toEqual(revision);
  });

  it('carries the schemas of a definition, which stand where a choice is', () => {
    const definition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'crontabs.stable.example.com' },
      spec: {
        group: 'stable.example.com',
        names: { kind: 'CronTab', plural: 'crontabs' },
        scope: 'Namespaced',
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  names: { type: 'array', items: { type: 'string' } },
                  labels: { type: 'object', additionalProperties: { type: 'string' } },
                  free: { type: 'object', additionalProperties: true },
                },
              },
            },
          },
        ],
      },
    };
    expect(roundTrip(definition)).toMatchObject(definition);
  });

  it('may be a list, whose items stand without an envelope of their own', () => {
    const list = {
      apiVersion: 'apps/v1',
      kind: 'DeploymentList',
      metadata: {},
      items: [deployment],
    };
    const text = Buffer.from(bytesOf(list)).toString('latin1');
    expect(text.match(/k8s\0/g)).toHaveLength(1);
    expect(text).toContain('DeploymentList');
  });

  it('is framed by its length in a watch, in an envelope within the event', () => {
    const event = Buffer.from(encodeEvent('ADDED', deployment) ?? []);
    expect(event.readUInt32BE(0)).toBe(event.length - 4);
    expect(event.includes(Buffer.from(bytesOf(deployment)))).toBe(true);
  });

  it('does not exist for a custom resource', () => {
    const custom = { apiVersion: 'stable.example.com/v1', kind: 'CronTab', metadata: {} };
    expect(encodeObject(custom)).toBeUndefined();
  });

  it('is not read from other bytes, nor when it is cut off', () => {
    expect(decodeObject(Buffer.from('{"kind":"Pod"}'))).toBeUndefined();
    expect(decodeObject(bytesOf(deployment).subarray(0, 60))).toBeUndefined();
  });
});
