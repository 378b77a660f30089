import { describe, expect, it } from 'vitest';
import { contentOf } from '#cluster/node/containerd/processes/image-content';
import { testImages } from './test-images.ts';

describe('an image of the tests', () => {
  it('has the file that it starts', () => {
    const missing = testImages.flatMap((image) => {
      const [file = ''] = [...image.entrypoint, ...image.command];
      const { files, programs } = contentOf(image);
      // One is only started with a command of its own.
      if (file === '') return [];
      const isThere = file.startsWith('/') ? files[file] !== undefined : programs.has(file);
      return isThere ? [] : [`${image.repository}:${image.tags[0]}: ${file}`];
    });
    expect(missing).toEqual([]);
  });
});
