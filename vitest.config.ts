/**
 * How the tests beside the sources run.
 *
 * `simulation` runs under plain Node, which shows that the engine needs no browser; `interface`
 * has a simulated document; `scripts` starts programs; `conformance` is a part of its own, because it
 * is the slow one.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { titles } from './scripts/vite/titles.ts';

const interfaceSide = ['player', 'diagram', 'ui', 'embed', 'app', 'i18n'].map(
  (folder) => `src/${folder}/**/*.test.{ts,tsx}`,
);
const tidy = 'src/tidy.test.ts';
const conformance = 'src/conformance/**/*.test.ts';

export default defineConfig({
  plugins: [react(), titles()],
  test: {
    maxWorkers: '100%',
    projects: [
      {
        extends: true,
        test: { name: 'tidy', environment: 'node', include: [tidy] },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          environment: 'node',
          include: ['src/**/*.test.ts'],
          // Whole clusters run in some of them, and a machine may be busy.
          testTimeout: 60_000,
          setupFiles: ['scripts/vitest-properties-setup.ts'],
          // The simulator keeps nothing between runs; loading it anew for each file is half the time.
          isolate: false,
          exclude: [tidy, conformance, ...interfaceSide],
        },
      },
      {
        extends: true,
        test: {
          name: 'interface',
          environment: 'happy-dom',
          // A document and the libraries for each file would be more than half of the time; what a
          // test draws or keeps is taken away after it, by the set-up file.
          isolate: false,
          include: interfaceSide,
          testTimeout: 60_000,
          setupFiles: ['scripts/vitest-properties-setup.ts', 'scripts/vitest-interface-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'scripts',
          environment: 'node',
          include: ['scripts/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'conformance',
          environment: 'node',
          isolate: false,
          include: [conformance],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
