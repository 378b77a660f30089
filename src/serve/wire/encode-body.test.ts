import { describe, expect, it } from 'vitest';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { Calendar } from './calendar.ts';
import { BodyEncoder, PieceEncoder } from './encode-body.ts';
import { jsonType, protobufType } from './media-type.ts';

const map = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    ...{ name, namespace: 'default', uid: `uid-of-${name}`, resourceVersion: '7' },
    creationTimestamp: '2026-01-01T00:00:00Z',
  },
});
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

describe('an object as bytes', () => {
  it('is encoded once for all who read it, as long as it and the calendar are the same', () => {
    const calendar = new Calendar(0, 0);
    const bodies = new BodyEncoder(calendar);
    const object = map('it');
    const first = bodies.encode(object, jsonType);
    expect(JSON.parse(textOf(first.bytes))).toMatchObject({ metadata: { name: 'it' } });
    expect(bodies.encode(object, jsonType)).toBe(first);
    expect(bodies.encode(object, protobufType).bytes).not.toEqual(first.bytes);
    expect(bodies.encode(map('it'), jsonType)).not.toBe(first);
    calendar.turnTo(3_600_000_000, 0);
    expect(bodies.encode(object, jsonType).bytes).not.toEqual(first.bytes);
  });
});

describe('the events of watches as bytes', () => {
  it('encodes an event once for all watchers that speak the same media type', () => {
    const pieces = new PieceEncoder(new Calendar(Date.now() * 1000, 0));
    const object = map('it');
    const first = pieces.encode({ type: 'ADDED', object }, jsonType);
    expect(pieces.encode({ type: 'ADDED', object }, jsonType)).toBe(first);
    expect(JSON.parse(textOf(first))).toMatchObject({
      type: 'ADDED',
      object: { kind: 'ConfigMap' },
    });
    expect(pieces.encode({ type: 'ADDED', object }, protobufType)).not.toEqual(first);
    const other = JSON.parse(textOf(pieces.encode({ type: 'MODIFIED', object }, jsonType)));
    expect(other.type).toBe('MODIFIED');
  });

  it('encodes an event anew when the calendar is that of another run', () => {
    const calendar = new Calendar(0, 0);
    const pieces = new PieceEncoder(calendar);
    const object = map('it');
    const first = textOf(pieces.encode({ type: 'ADDED', object }, jsonType));
    calendar.turnTo(3_600_000_000, 0);
    expect(textOf(pieces.encode({ type: 'ADDED', object }, jsonType))).not.toBe(first);
  });

  it('remembers only the objects that are on their way', () => {
    const pieces = new PieceEncoder(new Calendar(0, 0));
    const object = map('it');
    const first = pieces.encode({ type: 'ADDED', object }, jsonType);
    for (let n = 0; n < 100; n++) pieces.encode({ type: 'ADDED', object: map(`m${n}`) }, jsonType);
    expect(pieces.encode({ type: 'ADDED', object }, jsonType)).not.toBe(first);
    expect(pieces.encode({ type: 'ADDED', object }, jsonType)).toEqual(first);
  });
});
