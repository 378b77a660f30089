/**
 * A test of the source itself: who imports whom, how long things are, what each folder's README
 * contains.
 *
 * The table below is the architecture. A new arrow is a decision: change it here, and give the
 * reason in ARCHITECTURE.md. (Function length and forbidden globals are in biome.json.)
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const simulationSide = ['sim', 'trace', 'k8s.io', 'cluster', 'scenarios'];

/** Place → places it may import. The longest matching place counts; all may import `base`. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  base: [],
  sim: [],
  'k8s.io/apimachinery': [],
  'k8s.io/api': ['k8s.io/apimachinery'],
  trace: ['sim', 'k8s.io/api', 'k8s.io/apimachinery'],
  'k8s.io': ['sim', 'trace', 'k8s.io'],
  cluster: ['sim', 'trace', 'k8s.io'],
  scenarios: ['trace', 'k8s.io/api', 'cluster/config/cluster-config.ts'],
  worker: [...simulationSide, 'worker'],
  'worker/packed-facts.ts': ['trace'],
  'worker/fact-packer.ts': ['trace', 'worker/packed-facts.ts'],
  'worker/fact-unpacker.ts': ['trace', 'worker/packed-facts.ts'],
  'worker/protocol.ts': ['trace', 'worker/packed-facts.ts'],
  'worker/worker-client.ts': [
    ...['trace', 'worker/protocol.ts', 'worker/fact-unpacker.ts'],
    ...['worker/script-address.ts', 'worker/watchdog.ts'],
  ],
  'worker/served-frames.ts': ['worker/protocol.ts'],
  'worker/served-client.ts': [
    ...['trace', 'worker/protocol.ts', 'worker/fact-unpacker.ts'],
    ...['worker/served-frames.ts', 'worker/worker-client.ts'],
  ],
  'worker/door/door-client.ts': ['worker/protocol.ts', 'worker/worker-client.ts'],
  i18n: [],
  facts: ['trace', 'i18n'],
  player: [
    ...['trace', 'facts', 'i18n', 'worker/worker-client.ts', 'worker/protocol.ts'],
    'worker/served-client.ts',
    'worker/door/door-client.ts',
  ],
  // What nobody looks at is packed as it travels.
  'player/cold-facts.ts': ['trace', 'worker/fact-packer.ts', 'worker/fact-unpacker.ts'],
  diagram: ['trace', 'facts', 'player', 'i18n'],
  export: ['trace', 'facts', 'player', 'i18n', 'scenarios', 'worker/protocol.ts'],
  ui: ['trace', 'facts', 'player', 'diagram', 'i18n', 'scenarios', 'export'],
  embed: ['ui', 'player', 'diagram', 'i18n'],
  // The address of the page has host actions in words.
  app: [
    ...['ui', 'embed', 'player', 'diagram', 'i18n', 'scenarios'],
    ...['trace/host-words.ts', 'trace/terminal-input.ts', 'worker/protocol.ts'],
  ],
  'app/offline': ['player', 'ui', 'worker/script-address.ts'],
  conformance: [...simulationSide, 'worker'],
  // A failing run becomes a link of the page, which opens at its step.
  faults: [
    ...[...simulationSide, 'worker', 'player'],
    ...['app/address.ts', 'app/shared-inputs.ts'],
  ],
  // Hostile inputs come to every door of the project.
  fuzz: [
    ...[...simulationSide, 'worker', 'player', 'embed', 'export', 'lesson-check'],
    ...['app/address.ts', 'app/opens.ts', 'app/shared-inputs.ts', 'ui/share/deflate.ts'],
  ],
  bench: [...simulationSide, 'worker', 'player', 'serve'],
  'lesson-check': [...simulationSide, 'worker', 'player'],
  // A session is written as a saved run.
  serve: [...simulationSide, 'worker', 'export/saved-run.ts'],
  // Recorded commands, played by a real kubectl.
  'serve/real-kubectl': [...simulationSide, 'worker', 'serve', 'conformance'],
  pages: ['export', 'player', 'i18n', ...simulationSide, 'worker'],
};

/** Types that the wiring passes to every component, and that all may therefore name. */
const givenToComponents = [
  'cluster/environment.ts',
  'cluster/config/cluster-config.ts',
  'cluster/config/kubelet-config.ts',
];

/** The only doors between components of the cluster: one that opens, and those that may knock. */
const contracts = [
  {
    contract: 'cluster/control-plane/etcd/client.ts',
    servedBy: 'cluster/control-plane/etcd',
    calledBy: 'cluster/control-plane/kube-apiserver',
  },
  {
    contract: 'k8s.io/cri-api',
    servedBy: 'cluster/node/containerd',
    calledBy: 'cluster/node/kubelet',
  },
  {
    contract: 'cluster/node/cni/plugin.ts',
    servedBy: 'cluster/node/cni',
    calledBy: 'cluster/node/containerd',
  },
  // What an operating system offers to every program of a node: interfaces, and formats that both
  // ends of a connection or a file agree on.
  {
    contract: 'cluster/node/os',
    servedBy: 'cluster/node/kernel',
    calledBy: 'cluster/node',
  },
];

const limits = { fileLines: 500, columns: 100, medianLines: 120 };
const unfinished = /\b(TODO|FIXME|XXX|HACK)\b|@ts-(ignore|nocheck|expect-error)|biome-ignore/;
const believed = /\bas unknown as\b/;
const promised = /\b(async|await)\b/;

const src = import.meta.dirname;
const root = dirname(src);
const thisFile = 'tidy.test.ts';
const allFiles = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .sort();
const files = allFiles.filter((path) => /\.(tsx?|css)$/.test(path)).map(read);
const product = files.filter(({ path }) => !/\.(test|fixture)\.|\.css$/.test(path));
const simulated = product.filter(({ path }) =>
  ['base', ...simulationSide].some((place) => isIn(path, place)),
);
const imports = product.flatMap(importsOf);

describe('imports', () => {
  it('go only where the table allows', () => {
    const broken = imports.filter(({ from, to }) => !isAllowed(from, to));
    expect(broken.map(arrow)).toEqual([]);
  });

  it('never lead from one component of the cluster to another, except through a contract', () => {
    const broken = imports.filter(({ from, to }) => {
      const [here, there] = [componentOf(from), componentOf(to)];
      if (here === undefined || !isIn(to, 'cluster') || here === there) return false;
      if (givenToComponents.includes(to)) return false;
      return !contracts.some(
        ({ contract, calledBy }) => isIn(to, contract) && isIn(here, calledBy),
      );
    });
    expect(broken.map(arrow)).toEqual([]);
  });

  it('reach each contract from the side that serves it and the one side that calls it', () => {
    const broken = imports.filter(({ from, to }) => {
      const door = contracts.find(({ contract }) => isIn(to, contract));
      if (door === undefined || isIn(from, door.contract)) return false;
      const component = componentOf(from);
      // The wiring files of cluster/ stand outside the components and connect them.
      if (component === undefined && isIn(from, 'cluster')) return false;
      if (component === door.servedBy) return false;
      return component === undefined || !isIn(component, door.calledBy);
    });
    expect(broken.map(arrow)).toEqual([]);
  });

  it('take the short form to another folder tree, and never climb four folders', () => {
    const broken = imports.filter(
      ({ from, to, text }) =>
        text.startsWith('..') && (treeOf(from) !== treeOf(to) || text.includes('../../../..')),
    );
    expect(broken.map(arrow)).toEqual([]);
  });

  it('form no circle, even among types', () => {
    expect(circlesIn(imports)).toEqual([]);
  });

  it('name files that exist', () => {
    const broken = imports.filter(({ to }) => !existsSync(join(src, to)));
    expect(broken.map(arrow)).toEqual([]);
  });
});

describe('files', () => {
  it('open with a header', () => {
    const bare = product.filter(({ text }) => !text.startsWith('/**'));
    expect(bare.map(({ path }) => path)).toEqual([]);
  });

  it(`have at most ${limits.fileLines} lines of at most ${limits.columns} columns`, () => {
    const long = files.filter(({ lines }) => lines.length > limits.fileLines);
    const wide = files.flatMap(({ path, lines }) =>
      lines.flatMap((line, index) =>
        [...line].length > limits.columns && !isWhole(line) ? [`${path}:${index + 1}`] : [],
      ),
    );
    expect([...long.map(({ path }) => path), ...wide]).toEqual([]);
  });

  it(`have a median of at most ${limits.medianLines} lines`, () => {
    const sizes = product.map(({ lines }) => lines.length).sort((a, b) => a - b);
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThanOrEqual(limits.medianLines);
  });

  it('have names in kebab-case', () => {
    const odd = allFiles.filter(
      (path) =>
        !/^(README\.md|zh-(CN|TW)(\.json)?|\.?[a-z0-9]+([-.][a-z0-9]+)*)$/.test(basename(path)),
    );
    expect(odd.filter(isOurs)).toEqual([]);
  });

  it('leave nothing unfinished and nothing silenced', () => {
    const found = files.filter(({ path, text }) => path !== thisFile && unfinished.test(text));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('never name a folder of the machine they were written on', () => {
    const places = machinePaths();
    const texts = [...files, ...allFiles.filter((path) => path.endsWith('.md')).map(read)];
    const found = texts.filter(({ text }) => places.some((place) => text.includes(place)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('leave the cause of a moment to the kernel, and its one door to the tracer', () => {
    const setter = /\b(sim|simulation|task)\.cause\s*=[^=]/i;
    const found = product.filter(({ path, text }) => {
      if (isIn(path, 'sim')) return false;
      return setter.test(text) || (text.includes('.traced(') && path !== 'trace/tracer.ts');
    });
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('use generators and no promises on the simulation side', () => {
    const found = simulated.filter(({ text }) => promised.test(withoutComments(text)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });

  it('convert unknown values on the simulation side only through asObject', () => {
    const found = simulated.filter(({ text }) => believed.test(withoutComments(text)));
    expect(found.map(({ path }) => path)).toEqual([]);
  });
});

describe('tests', () => {
  it('stand beside each controller that kube-controller-manager starts', () => {
    const manager = 'cluster/control-plane/kube-controller-manager';
    const list = `${manager}/app/controller-descriptors.ts`;
    const started = imports
      .filter(({ from, to }) => from === list && !isIn(to, dirname(list)))
      .map(({ to }) => to);
    expect(started.length).toBeGreaterThan(0);
    const untested = started.filter((path) => !allFiles.includes(testOf(path)));
    expect(untested).toEqual([]);
  });

  it('stand beside every admission plugin', () => {
    const folder = 'cluster/control-plane/kube-apiserver/admission/plugins';
    const plugins = product.filter(({ path }) => isIn(path, folder)).map(({ path }) => path);
    expect(plugins).not.toEqual([]);
    expect(plugins.filter((path) => !allFiles.includes(testOf(path)))).toEqual([]);
  });
});

describe('folders', () => {
  const folders = [...new Set(files.map(({ path }) => path.split('/')[0] ?? ''))];
  const topFolders = folders.filter((folder) => !folder.includes('.test.'));
  const components = [...new Set(product.flatMap(({ path }) => componentOf(path) ?? []))];
  const libraries = [...new Set(product.flatMap(({ path }) => libraryOf(path) ?? []))];

  it('explain themselves in a README.md', () => {
    const described = [...topFolders, ...components, ...libraries];
    expect(described.filter((folder) => readmeOf(folder) === undefined)).toEqual([]);
  });

  it('keep what is known about a fact in one file for each emitter of facts', () => {
    const within = (folder: string): readonly string[] =>
      product.filter(({ path }) => dirname(path) === folder).map(({ path }) => basename(path));
    const homes = ['facts', 'facts/details'].map(within);
    const homeless = within('trace/facts').filter((file) =>
      homes.some((home) => !home.includes(file)),
    );
    expect(homeless).toEqual([]);
  });

  it('end their README.md with what is not modelled, where something is modelled', () => {
    const modelling = ['sim', 'trace', ...components, ...libraries];
    const silent = modelling.filter((folder) => {
      const readme = readmeOf(folder);
      return readme !== undefined && readme.match(/^##? .*$/gm)?.at(-1) !== '## Not modelled';
    });
    expect(silent).toEqual([]);
  });
});

/**
 * A line that may be long, because it cannot be broken: an import, a test's title, a link, or a
 * message that people search for.
 */
function isWhole(line: string): boolean {
  return (
    /^(import|export|\} from) |^\s*(it|describe)\(|https?:|k8s\.io\//.test(line) ||
    /(['"`]).{40,}\1/.test(line)
  );
}

interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lines: readonly string[];
}

/** One import: both ends as paths under src, and the specifier as it is written. */
interface Import {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

function read(path: string): SourceFile {
  const text = readFileSync(join(src, path), 'utf8');
  return { path, text, lines: text.replace(/\n$/, '').split('\n') };
}

// A worker started by its address (`?worker`, `new URL`) is another program, not an import.
function importsOf({ path, text }: SourceFile): readonly Import[] {
  const specifier = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
  return [...withoutComments(text).matchAll(specifier)]
    .map(([, found]) => found ?? '')
    .filter((found) => /^(#|\.)/.test(found) && !found.includes('?'))
    .map((found) => ({ from: path, to: resolve(path, found), text: found }));
}

function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith('#')) {
    return relative(src, join(src, dirname(from), specifier)).replaceAll('\\', '/');
  }
  const path = specifier.slice(1);
  return /\.(tsx|json|css)$/.test(path) ? path : `${path}.ts`;
}

/** Files that import each other in a circle: the strongly connected components, by Tarjan. */
function circlesIn(all: readonly Import[]): readonly (readonly string[])[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of all) next.set(from, [...(next.get(from) ?? []), to]);
  const found: string[][] = [];
  const path: string[] = [];
  const places = new Map<string, { readonly index: number; lowest: number; isOpen: boolean }>();
  const visit = (file: string) => {
    const place = { index: places.size, lowest: places.size, isOpen: true };
    places.set(file, place);
    path.push(file);
    for (const to of next.get(file) ?? []) {
      const other = places.get(to) ?? visit(to);
      if (other.isOpen) place.lowest = Math.min(place.lowest, other.lowest);
    }
    if (place.lowest < place.index) return place;
    const circle = path.splice(path.indexOf(file));
    for (const each of circle) (places.get(each) ?? place).isOpen = false;
    if (circle.length > 1) found.push(circle.sort());
    return place;
  };
  for (const file of next.keys()) if (!places.has(file)) visit(file);
  return found;
}

function isAllowed(from: string, to: string): boolean {
  const place = placeOf(from);
  if (place === undefined) return true;
  return [place, 'base', ...(mayImport[place] ?? [])].some((other) => isIn(to, other));
}

function placeOf(path: string): string | undefined {
  return Object.keys(mayImport)
    .filter((place) => isIn(path, place))
    .sort((a, b) => b.length - a.length)[0];
}

function componentOf(path: string): string | undefined {
  return /^cluster\/[^/]+\/[^/]+(?=\/)/.exec(path)?.[0];
}

function libraryOf(path: string): string | undefined {
  return /^k8s\.io\/[^/]+(?=\/)/.exec(path)?.[0];
}

function treeOf(path: string): string {
  return componentOf(path) ?? libraryOf(path) ?? path.split('/')[0] ?? path;
}

function isIn(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

function arrow({ from, text }: Import): string {
  return `${from} → ${text}`;
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '');
}

// Recordings keep the names that a real cluster gave them.
function isOurs(path: string): boolean {
  return !/\/(fixtures|recordings)\//.test(path);
}

function testOf(path: string): string {
  return path.replace(/\.tsx?$/, '.test.ts');
}

function readmeOf(folder: string): string | undefined {
  const path = join(src, folder, 'README.md');
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

// The checkout and the folders beside it. Directly under / or the temporary folder those neighbours
// are everyone's, and a manifest may well mount one.
function machinePaths(): readonly string[] {
  const parent = dirname(root);
  if (parent === dirname(parent) || parent === tmpdir()) return [root];
  return readdirSync(parent).map((name) => join(parent, name));
}
