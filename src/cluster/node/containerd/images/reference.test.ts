import { describe, expect, it } from 'vitest';
import { parseImageReference } from './reference.ts';

describe('an image reference in full', () => {
  it.each([
    ['nginx', 'docker.io/library/nginx:latest'],
    ['nginx:1.28', 'docker.io/library/nginx:1.28'],
    ['docker.io/traefik:v3.8.0', 'docker.io/library/traefik:v3.8.0'],
    ['index.docker.io/nginx', 'docker.io/library/nginx:latest'],
    ['calico/node:v3.30.2', 'docker.io/calico/node:v3.30.2'],
    ['docker.io/calico/node:v3.30.2', 'docker.io/calico/node:v3.30.2'],
    ['registry.k8s.io/pause:3.10', 'registry.k8s.io/pause:3.10'],
    ['localhost/app', 'localhost/app:latest'],
    ['localhost:5000/app:2', 'localhost:5000/app:2'],
    ['nginx@sha256:12', 'docker.io/library/nginx@sha256:12'],
  ])('%s is %s', (written, full) => {
    expect(parseImageReference(written).full).toBe(full);
  });
});
