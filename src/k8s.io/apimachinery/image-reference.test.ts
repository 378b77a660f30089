import { describe, expect, it } from 'vitest';
import {
  canonicalImage,
  imageReferenceError,
  isLatest,
  parseImageReference,
} from './image-reference.ts';

const canonical = (text: string): string | undefined => {
  const reference = parseImageReference(text);
  return reference && canonicalImage(reference);
};

describe('image references', () => {
  it.each([
    ['nginx', 'docker.io/library/nginx:latest'],
    ['nginx:1.27', 'docker.io/library/nginx:1.27'],
    ['me/app', 'docker.io/me/app:latest'],
    ['registry.k8s.io/pause:3.10.1', 'registry.k8s.io/pause:3.10.1'],
    ['localhost:5000/a/b:x', 'localhost:5000/a/b:x'],
    [`nginx:1@sha256:${'a'.repeat(64)}`, `docker.io/library/nginx@sha256:${'a'.repeat(64)}`],
  ])('reads %s as %s', (text, name) => {
    expect(canonical(text)).toBe(name);
  });

  it('refuses what is no reference', () => {
    for (const text of ['', 'Nginx', 'nginx:', 'nginx:a b', 'a//b', 'nginx@sha256:12'])
      expect(parseImageReference(text), text).toBeUndefined();
  });

  it('means latest only without a tag and without a digest', () => {
    expect(isLatest('nginx')).toBe(true);
    expect(isLatest('nginx:latest')).toBe(true);
    expect(isLatest('nginx:1')).toBe(false);
    expect(isLatest(`nginx@sha256:${'a'.repeat(64)}`)).toBe(false);
  });

  it.each([
    ['NGINX', 'invalid reference format: repository name (library/NGINX) must be lowercase'],
    ['me/App:1', 'invalid reference format: repository name (me/App) must be lowercase'],
    ['nginx:a b', 'invalid reference format'],
    [
      'a'.repeat(64),
      `invalid repository name (${'a'.repeat(64)}), cannot specify 64-byte hexadecimal strings`,
    ],
  ])('says why %s is none', (text, why) => {
    expect(imageReferenceError(text)).toBe(why);
  });
});
