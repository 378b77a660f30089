/**
 * How the static site is built and served.
 *
 * `base: './'` lets the site live under any sub-path. The worker is a module, so that parts of
 * the simulator that few runs need are files of their own and fetched on demand.
 */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withContentSecurityPolicy } from './scripts/vite/content-security-policy.ts';
import { docsSite } from './scripts/vite/docs-site.ts';
import { embedLibrary } from './scripts/vite/embed-library.ts';
import { japaneseSpaces } from './scripts/vite/japanese-spaces.ts';
import { lessons } from './scripts/vite/lessons.ts';
import { licenses } from './scripts/vite/licenses.ts';
import { offlineCopy } from './scripts/vite/offline-copy.ts';
import { preloadDoor } from './scripts/vite/preload-door.ts';
import { serveProgram } from './scripts/vite/serve-program.ts';
import { staticPages } from './scripts/vite/static-pages.ts';
import { titles } from './scripts/vite/titles.ts';

const bundled = licenses();

/**
 * What several parts of the page need. Left to itself the bundler makes a file for each set of parts
 * that share something, many of some hundred bytes, and a first visit asked for fifty files; a set
 * under the threshold (bytes of source) goes to its nearest neighbour. Words stay files of their own.
 */
const sharedParts = {
  name: 'shared',
  test: /(?<!\.json)$/,
  minShareCount: 2,
  entriesAware: true,
  entriesAwareMergeThreshold: 9_000,
};

/** What a frame needs before anybody clicks in it, of what the page needs too. */
const frameParts = {
  name: 'frame-parts',
  test: /src\/(embed\/|ui\/theme\/tokens)|virtual:titles/,
  minShareCount: 2,
  priority: 1,
};

/** What all entries need; a group takes what its modules import with them, and would take this. */
const entryParts = {
  name: 'entry-parts',
  test: /preload-(helper|polyfill)|src\/i18n\/preferred/,
  minShareCount: 2,
  priority: 3,
};

/** What the front door needs of what the page of a run needs too. */
const doorParts = {
  name: 'door-parts',
  test: new RegExp(
    `src/(${[
      ...['i18n/(t|locale)', 'scenarios/index', 'base/sim-time', 'ui/settings/settings-store'],
      ...['ui/theme/base', 'diagram/(layout/layout|nodes/family-paths)'],
    ].join('|')})\\.(ts|css)`,
  ),
  minShareCount: 2,
  priority: 2,
};

/**
 * The stores' library, which modules call while they load, with what it is made for. In a part that
 * needs theirs, it would come after them.
 */
const storeLibrary = {
  name: 'shared',
  test: /node_modules\/(zustand|use-sync-external-store|react)\//,
  minShareCount: 2,
  priority: 4,
};

/** What tours, lessons and classes share: not to be merged into what the first visit fetches. */
const tourParts = {
  name: 'shared',
  test: new RegExp(
    `src/(${[
      ...['scenarios/(tours|lessons)/', 'ui/tour/(tour-session|old-)', 'trace/host-'],
      ...['ui/caption/(story|marked)-line', 'diagram/layout/slide-layout'],
      'ui/presenter/(sentences|speaker-protocol|slide-|terminal-)',
    ].join('|')}).*(?<!\\.json)$`,
  ),
  minShareCount: 2,
  entriesAware: true,
  priority: 1,
};

/** A shared part would be named by all who need it. */
const nameOf = (name: string): string => (name.startsWith('shared~') ? 'shared' : '[name]');

export default defineConfig({
  base: './',
  plugins: [
    react(),
    titles(),
    japaneseSpaces(),
    withContentSecurityPolicy(),
    preloadDoor(),
    embedLibrary(),
    docsSite(),
    staticPages(),
    serveProgram(),
    lessons(),
    bundled.page(),
    offlineCopy(),
  ],
  worker: { format: 'es', plugins: () => [bundled.worker()] },
  build: {
    target: 'es2022',
    manifest: true,
    rolldownOptions: {
      input: ['index.html', 'embed/index.html'],
      output: {
        codeSplitting: {
          groups: [storeLibrary, entryParts, doorParts, frameParts, tourParts, sharedParts],
        },
        chunkFileNames: ({ name }) => `assets/${nameOf(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${nameOf(names[0] ?? '')}-[hash][extname]`,
      },
    },
  },
  server: { port: 5173 },
});
