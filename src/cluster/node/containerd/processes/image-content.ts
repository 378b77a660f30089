/**
 * What an image holds: its files, the programs in its folders of programs, and the scripts beside
 * them. Made once for each image, so that its containers share it.
 */
import type { ImageConfig } from '#cluster/config/cluster-config';
import { agnhostContent } from './agnhost/content.ts';
import { appletsWith } from './applets/applets.ts';
import { oldNslookup } from './applets/network/old-nslookup.ts';
import { alpineNotSimulated, notSimulated } from './not-simulated.ts';
import { pause } from './pause.ts';
import type { Program } from './program.ts';
import { apacheContent } from './published/apache/content.ts';
import {
  alpineFiles,
  alpineRelease,
  busyboxFiles,
  debianFiles,
  debianLinks,
  foldersOf,
  ubuntuRelease,
} from './published/base-files.ts';
import { curlContent } from './published/curl/curl-image.ts';
import {
  debianNotSimulated,
  debianProgramNames,
  debianShellOnly,
  ubuntuNotSimulated,
} from './published/debian.ts';
import { glibcDnsTestingContent } from './published/glibc-dns-testing.ts';
import { hello } from './published/hello-world.ts';
import { nginxContent } from './published/nginx/content.ts';
import { nodeContent } from './published/node/content.ts';
import { nonewprivsContent } from './published/nonewprivs.ts';
import type { OwnContent } from './published/own-content.ts';
import { perlContent } from './published/perl.ts';
import { postgresContent } from './published/postgres/content.ts';
import { pythonContent } from './published/python/content.ts';
import { redisContent } from './published/redis/content.ts';
import { runShell } from './shell/run-shell.ts';
import { scriptProgram } from './shell/script-program.ts';

export interface ImageContent {
  /** By absolute path. A program is an empty file. */
  readonly files: Readonly<Record<string, string>>;
  /** Where its symbolic links lead, by absolute path. */
  readonly links: Readonly<Record<string, string>>;
  /** By the name under which $PATH finds them. */
  readonly programs: ReadonlyMap<string, Program>;
  /** Absolute paths of files that may be executed, outside of the folders of programs. */
  readonly scripts: ReadonlySet<string>;
  /** Names that are no files: a shell has them as builtins. */
  readonly shellOnly: ReadonlySet<string>;
  /** Names of programs that the real image has and this one has not. */
  readonly notSimulated: ReadonlySet<string>;
}

// Keyed by the identity of the immutable configuration.
const contents = new WeakMap<ImageConfig, ImageContent>();

/** The content of an image. */
export function contentOf(image: ImageConfig): ImageContent {
  let content = contents.get(image);
  if (content === undefined) {
    content = makeContent(image);
    contents.set(image, content);
  }
  return content;
}

const nothing = {
  links: {},
  scripts: new Set<string>(),
  shellOnly: new Set<string>(),
  notSimulated: new Set<string>(),
};

function makeContent(image: ImageConfig): ImageContent {
  if (image.program === 'pause') {
    return { ...nothing, files: { '/pause': '' }, programs: new Map([['pause', pause]]) };
  }
  if (image.program === 'hello-world') {
    return { ...nothing, files: { '/hello': '' }, programs: new Map([['hello', hello]]) };
  }
  if (image.server?.alone === true) {
    return { ...nothing, files: { [`/${image.server.executable}`]: '' }, programs: new Map() };
  }
  return image.base === 'debian' ? onDebian(image) : onBusybox(image);
}

const noContent: OwnContent = { files: {}, programs: {}, scripts: [] };

/** Until 1.28 nslookup used the search list, which is why Kubernetes' pages name that version. */
const oldBusybox: OwnContent = { ...noContent, programs: { '/bin/nslookup': oldNslookup } };

const ownContents: Readonly<Record<string, (image: ImageConfig) => OwnContent>> = {
  agnhost: agnhostContent,
  alpine: ({ version = '' }) => ({ ...noContent, files: alpineRelease(version) }),
  apache: apacheContent,
  curl: curlContent,
  'glibc-dns-testing': glibcDnsTestingContent,
  nginx: nginxContent,
  node: nodeContent,
  nonewprivs: nonewprivsContent,
  'old-busybox': () => oldBusybox,
  perl: perlContent,
  postgres: postgresContent,
  python: pythonContent,
  redis: redisContent,
  ubuntu: ({ version = '' }) => ({ ...noContent, files: ubuntuRelease(version) }),
};

/** What the published image adds to its base. */
function ownContentOf(image: ImageConfig): OwnContent {
  return ownContents[image.program]?.(image) ?? noContent;
}

function onBusybox(image: ImageConfig): ImageContent {
  const own = ownContentOf(image);
  const programs = appletsWith(runShell, byName(own));
  programs.set('sh', runShell).set('ash', runShell);
  const isAlpine = image.base === 'alpine';
  const base = isAlpine ? alpineFiles : busyboxFiles;
  const folders = foldersOf(isAlpine ? 'alpine' : 'busybox');
  const pages = image.program === 'httpd' ? { '/www/index.html': `nginx ${image.tags[0]}\n` } : {};
  const files = { ...folders, ...filesOf(programs, own), ...base, ...pages };
  return {
    ...nothing,
    links: { ...own.links },
    programs,
    files: { ...files, ...own.files },
    scripts: scriptsOf(own),
    notSimulated: isAlpine ? alpineNotSimulated : notSimulated,
  };
}

function onDebian(image: ImageConfig): ImageContent {
  const own = ownContentOf(image);
  const all = appletsWith(runShell, byName(own));
  all.set('sh', runShell).set('dash', runShell).set('bash', runShell);
  const kept = [...all].filter(
    ([name]) => debianProgramNames.has(name) || debianShellOnly.has(name) || isOwn(own, name),
  );
  const programs = new Map(kept);
  const seen = new Map(kept.filter(([name]) => !debianShellOnly.has(name)));
  const programFiles = filesOf(seen, own, '/usr/bin');
  const files = { ...foldersOf('debian'), ...programFiles, ...debianFiles };
  return {
    ...nothing,
    links: { ...debianLinks, ...own.links },
    programs,
    files: { ...files, ...own.files },
    scripts: scriptsOf(own),
    shellOnly: debianShellOnly,
    notSimulated: image.program === 'ubuntu' ? ubuntuNotSimulated : debianNotSimulated,
  };
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The programs and scripts in folders of $PATH. */
const byName = ({ programs, scripts }: OwnContent): ReadonlyMap<string, Program> =>
  new Map([
    ...Object.entries(programs).map(([path, program]) => [nameOf(path), program] as const),
    ...scripts
      .filter((path) => /\/bin\/[^/]+$/.test(path))
      .map((path) => [nameOf(path), scriptProgram(path)] as const),
  ]);

const isOwn = ({ programs, scripts }: OwnContent, name: string): boolean =>
  [...Object.keys(programs), ...scripts].some((path) => nameOf(path) === name);

/** The files of programs: those of the base in its folder, the image's own where they are. */
function filesOf(
  programs: ReadonlyMap<string, Program>,
  own: OwnContent,
  folder = '/bin',
): Readonly<Record<string, string>> {
  const ofBase = [...programs.keys()].filter((name) => !isOwn(own, name));
  return Object.fromEntries([
    ...ofBase.map((name) => [`${folder}/${name}`, '']),
    ...Object.keys(own.programs).map((path) => [path, '']),
  ]);
}

const scriptsOf = (own: OwnContent): ReadonlySet<string> =>
  new Set([...own.scripts, ...Object.keys(own.programs)]);
