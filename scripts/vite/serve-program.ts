/**
 * The program of the package, `npx podyssey serve`: one file for plain Node, with everything in it,
 * beside the site that it serves.
 */
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { root } from '../lib/command.mjs';

export function serveProgram(): Plugin {
  return {
    name: 'podyssey-serve-program',
    apply: 'build',
    async closeBundle() {
      await build({
        configFile: false,
        publicDir: false,
        root,
        logLevel: 'warn',
        // The package has no dependencies.
        ssr: { noExternal: true },
        build: {
          ssr: join(root, 'src/serve/podyssey.ts'),
          target: 'node20',
          outDir: join(root, 'bin'),
          emptyOutDir: true,
          minify: true,
          rolldownOptions: {
            output: {
              banner: '#!/usr/bin/env node',
              entryFileNames: 'podyssey.js',
              codeSplitting: false,
            },
          },
        },
      });
    },
  };
}
