/** The published python image. */
import type { ImageConfig } from '#cluster/config/cluster-config';
import { curl } from '../curl/curl.ts';
import type { OwnContent } from '../own-content.ts';
import { python } from './python.ts';

/** What the image adds to its base. */
export const pythonContent = ({ version = '' }: ImageConfig): OwnContent => ({
  files: {},
  programs: {
    '/usr/local/bin/python3': python(version),
    '/usr/local/bin/python': python(version),
    '/usr/bin/curl': curl,
  },
  scripts: [],
});
