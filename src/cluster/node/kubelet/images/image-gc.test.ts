import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

describe('a node that runs short of disk', () => {
  const bed = new NodeBed();
  bed.pod('eater');
  bed.wait(30);
  bed.host('use_disk 1 96Gi');
  bed.wait(330);

  it('tells that no image is left that it could remove', () => {
    const [message = ''] = bed.events('FreeDiskSpaceFailed');
    expect(Number(/\d+/.exec(message)?.[0])).toBeGreaterThan(85);
    expect(message.split(/\d+/)).toEqual([
      "Insufficient free disk space on the node's image filesystem (",
      '% of ',
      ' used). Failed to free sufficient space by deleting unused images (freed ',
      ' bytes). Investigate disk usage, as it could be used by active images, logs, volumes, ' +
        'or other data.',
    ]);
  });

  it('frees images first when the disk is full', () => {
    bed.expectTold([
      /FreeDiskSpaceFailed: Insufficient free disk space on the node's image filesystem \(\d+% of/,
      /Failed to free sufficient space by deleting unused images \(freed \d+ bytes\)\./,
      'ImageGCFailed: Failed to garbage collect required amount of images.',
    ]);
  });
});
