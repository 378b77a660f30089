import { describe, expect, it } from 'vitest';
import { castLayout } from './cast-layout.ts';

const rooms = ['kube-apiserver', 'etcd', 'node-1', 'node-2', 'node-3'];

describe('the cast on a phone', () => {
  it.each([250, 425])('is whole in a canvas of %i pixels', (height) => {
    for (let count = 1; count <= rooms.length; count++) {
      const layout = castLayout(rooms.slice(0, count), height);
      expect(layout.height).toBeLessThanOrEqual(height);
      expect([...layout.rooms.keys()]).toEqual(rooms.slice(0, count));
    }
  });

  it('has room for what kubectl prints when nobody else is below the API server', () => {
    const height = (...cast: string[]): number =>
      castLayout(cast, 425).rooms.get('kubectl')?.height ?? 0;
    expect(height('kubectl', 'kube-apiserver')).toBeGreaterThan(200);
    expect(height('kubectl', 'kube-apiserver', 'etcd')).toBeLessThan(120);
  });

  it('leads the client to the door, and the last station to etcd', () => {
    const layout = castLayout(['kube-apiserver', 'etcd', 'kube-scheduler'], 425);
    const ends = layout.requestRoutes.get('kube-scheduler')?.points.at(-1);
    expect(ends).toEqual(layout.trunk.points[0]);
    const store = layout.rooms.get('etcd');
    expect(layout.trunk.points.at(-1)?.y).toBe(store?.y);
  });
});
