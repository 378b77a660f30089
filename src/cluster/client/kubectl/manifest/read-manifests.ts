/**
 * The objects that `-f` and `-k` read: YAML or JSON, several documents, lists split into items.
 *
 * Models cli-runtime pkg/resource visitor.go StreamVisitor and mapper.go infoForData with
 * apimachinery util/yaml YAMLOrJSONDecoder. In: texts. Out: each object with its resource and
 * its namespace set, and what could not be read.
 */
import { err, ok, type Result } from '#base/result';
import { readJson } from '#k8s.io/apimachinery/json-reader';
import {
  asObject,
  goJson,
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Invocation } from '../command.ts';
import {
  boolFlag,
  type FlagSpec,
  refused,
  sliceFlag,
  stringFlag,
} from '../command-line/flag-spec.ts';
import type { FlagValues } from '../command-line/parse-flags.ts';
import type { DiscoveredResource } from '../discovery/discovery-document.ts';
import { aggregate, type Failure, fail, type Outcome } from '../failure.ts';
import { readUrl } from './read-url.ts';
import type { ReadYaml } from './yaml.ts';

/** An object as it was written, with its resource. */
export interface Manifest {
  /** Where it was written, as errors name it: `STDIN`, a path or a URL. */
  readonly source: string;
  readonly resource: DiscoveredResource;
  readonly object: New<KubeObject>;
  /** Empty when it is not text. */
  readonly name: string;
  /** Empty for cluster-scoped objects. */
  readonly namespace: string;
}

export interface Manifests {
  readonly manifests: readonly Manifest[];
  readonly failure: Failure | undefined;
}

type Session = Invocation['session'];

/** The name of standard input in errors. */
const standardInput = 'STDIN';

/** `-f` and what goes with it. */
export const filenameFlags: readonly FlagSpec[] = [
  sliceFlag('filename', 'The manifests: files, folders, or "-" for standard input', {
    shorthand: 'f',
  }),
  stringFlag('kustomize', 'Process the kustomization directory', { shorthand: 'k' }),
  ...refused(boolFlag('recursive', 'Process the directory recursively', { shorthand: 'R' })),
];

/** Whether the objects come with -f or -k. */
export const hasFiles = (flags: FlagValues): boolean =>
  (flags.has('filename') && flags.list('filename').length > 0) || kustomizationOf(flags) !== '';

const kustomizationOf = (flags: FlagValues): string =>
  flags.has('kustomize') ? flags.string('kustomize') : '';

/** Reads the objects of `-f` and `-k`. `strict`: objects must have apiVersion and kind. */
export function* readManifests(
  { session, flags }: Invocation,
  strict: boolean,
): Process<Outcome<Manifests>> {
  const folder = kustomizationOf(flags);
  const names = flags.list('filename');
  if (folder !== '' && names.length > 0) return fail('only one of -f or -k can be specified');
  const sources = folder === '' ? yield* sourcesOf(session, names) : kustomized(session, folder);
  if (!sources.ok) return sources;
  const failures: Failure[] = [];
  const manifests: Manifest[] = [];
  for (const { source, documents, failure } of sources.value) {
    for (const document of documents) {
      const items = itemsOf(document);
      const fromList = items[0] !== document;
      for (const each of items) {
        const manifest = checked(each, strict, source);
        const found = manifest.ok
          ? yield* mapped(session, manifest.value, fromList, source)
          : manifest;
        if (found.ok) manifests.push(found.value);
        else failures.push(found.error);
      }
    }
    if (failure !== undefined) failures.unshift({ kind: 'error', message: failure });
  }
  return ok({ manifests, failure: aggregate(failures) });
}

interface Documents {
  readonly documents: readonly JsonValue[];
  readonly failure: string | undefined;
}

interface Source extends Documents {
  /** `STDIN`, a path or a URL. */
  readonly source: string;
}

/** The texts that -f names, read. Source: cli-runtime builder.go Path, URL, visitor.go. */
function* sourcesOf(
  session: Session,
  names: readonly string[],
): Process<Outcome<readonly Source[]>> {
  const sources: Source[] = [];
  const add = (text: string, source: string): void => {
    sources.push({ source, ...readDocuments(text, session.readYaml, source) });
  };
  for (const name of names) {
    const text = session.files.read(name);
    if (name === '-') add(session.readStdin(), standardInput);
    else if (/^https?:\/\//.test(name)) {
      const fetched = yield* readUrl(session.httpGet, name);
      if (!fetched.ok) return fetched;
      add(fetched.value, name);
    } else if (text !== undefined) add(text, name);
    else if (session.files.isFolder(name)) {
      const inside = manifestsIn(session.files, name);
      if (inside.length === 0) {
        return fail(`error reading [${name}]: ${extensions} are supported`);
      }
      for (const path of inside) add(session.files.read(path) ?? '', path);
    } else return fail(`the path "${name}" does not exist`);
  }
  return ok(sources);
}

const extensions = 'recognized file extensions are [.json .yaml .yml]';

/** The files of a folder itself. Source: ExpandPathsToFileVisitors. */
function manifestsIn(files: Session['files'], folder: string): readonly string[] {
  const paths = files.list(folder).map((name) => `${folder.replace(/\/$/, '')}/${name}`);
  return paths.filter((path) => /\.(json|yaml|yml)$/.test(path) && files.read(path) !== undefined);
}

/** What -k builds. Source: KustomizeVisitor. */
function kustomized(session: Session, folder: string): Outcome<readonly Source[]> {
  const built = session.kustomize(folder);
  if (!built.ok) return fail(built.error);
  return ok([{ source: folder, documents: built.value, failure: undefined }]);
}

/** The documents up to the first mistake. */
function readDocuments(text: string, readYaml: ReadYaml, source: string): Documents {
  if (!text.trimStart().startsWith('{')) return yamlDocuments(text, readYaml, source);
  const documents: JsonValue[] = [];
  let at = 0;
  while (text.slice(at).trim() !== '') {
    if (/^\s*---/.test(text.slice(at))) {
      const rest = yamlDocuments(text.slice(at), readYaml, source);
      return { ...rest, documents: [...documents, ...rest.documents] };
    }
    const read = readJson(text, at);
    if (!read.ok) {
      // A flow mapping looks like JSON. When it is neither, the JSON error is reported.
      const yaml = documents.length === 0 ? yamlDocuments(text, readYaml, source) : undefined;
      if (yaml !== undefined && yaml.failure === undefined) return yaml;
      return { documents, failure: `error parsing ${source}: ${read.error}` };
    }
    documents.push(read.value.value);
    at = read.value.end;
  }
  return { documents, failure: undefined };
}

/** Each document is read by itself, so errors count lines from its beginning. */
function yamlDocuments(text: string, readYaml: ReadYaml, source: string): Documents {
  const documents: JsonValue[] = [];
  for (const part of text.split(/^---(?=\s|$)/m)) {
    const ended = part.split(/^\.\.\.\s*$/m)[0] ?? '';
    const read: Result<JsonValue, string> = readYaml(ended.replace(/^\n/, ''));
    if (!read.ok) {
      const text = `error converting YAML to JSON: ${read.error}`;
      return { documents, failure: `error parsing ${source}: ${text}` };
    }
    if (read.value !== null) documents.push(read.value);
  }
  return { documents, failure: undefined };
}

/** The items of a `List`, or the one object. Source: FlattenListVisitor. */
const itemsOf = (document: JsonValue): readonly JsonValue[] => {
  if (!isJsonObject(document)) return [document];
  const { kind, items } = document;
  const isList = typeof kind === 'string' && kind.endsWith('List') && isJsonArray(items);
  return isList ? items.flatMap(itemsOf) : [document];
};

/** Whether it can be an object at all. Source: kubectl pkg/validation ValidateSchema. */
function checked(document: JsonValue, strict: boolean, source: string): Outcome<JsonObject> {
  if (!isJsonObject(document) && strict) return invalidData('invalid object to validate', source);
  const object = isJsonObject(document) ? document : {};
  const missing = ['apiVersion', 'kind']
    .filter((key) => typeof object[key] !== 'string' || object[key] === '')
    .map((key) => `${key} ${object[key] ? "isn't string type" : 'not set'}`);
  if (missing.length > 0 && strict) {
    const text = missing.length > 1 ? `[${missing.join(', ')}]` : (missing[0] ?? '');
    return invalidData(text, source);
  }
  if (missing.length === 0) return ok(object);
  const what = missing.at(-1)?.startsWith('kind') === true ? 'Kind' : 'apiVersion';
  return fail(`unable to decode "${source}": Object '${what}' is missing in '${goJson(document)}'`);
}

/**
 * The error of an object that is invalid or cannot be validated. Source: cli-runtime
 * resource/visitor.go ValidateSchema.
 */
export const invalidData = (text: string, source = standardInput) =>
  fail(
    `error validating "${source}": error validating data: ${text}; if you choose to ` +
      'ignore these errors, turn validation off with --validate=false',
  );

/**
 * A metadata field that is not text where Go needs text: YAML reads `y` and `1` as other types.
 * Source: mapper.go infoForData, which reads the metadata of what it decodes.
 */
function metadataProblem(metadata: JsonObject, source: string): string | undefined {
  const failure = (value: JsonValue, field: string): string =>
    `unable to decode "${source}": json: cannot unmarshal ${jsonKind(value)} into Go ` +
    `struct field ObjectMeta.metadata.${field} of type string`;
  for (const field of Object.keys(metadata).sort()) {
    const value = metadata[field] ?? null;
    if (['name', 'namespace', 'generateName', 'resourceVersion', 'uid'].includes(field)) {
      if (typeof value !== 'string' && value !== null) return failure(value, field);
    }
    if (field !== 'labels' && field !== 'annotations') continue;
    const wrong = isJsonObject(value)
      ? Object.keys(value)
          .sort()
          .map((key) => value[key] ?? null)
          .find((each) => typeof each !== 'string' && each !== null)
      : undefined;
    if (wrong !== undefined) return failure(wrong, field);
  }
  return undefined;
}

const jsonKind = (value: JsonValue): string =>
  isJsonArray(value)
    ? 'array'
    : isJsonObject(value)
      ? 'object'
      : typeof value === 'boolean'
        ? 'bool'
        : typeof value;

function* mapped(
  session: Session,
  body: JsonObject,
  fromList: boolean,
  source: string,
): Process<Outcome<Manifest>> {
  const { apiVersion, kind } = body as { apiVersion: string; kind: string };
  const metadata = isJsonObject(body['metadata']) ? body['metadata'] : {};
  const problem = metadataProblem(metadata, source);
  if (problem !== undefined) return fail(problem);
  const name = typeof metadata['name'] === 'string' ? metadata['name'] : '';
  const written = typeof metadata['namespace'] === 'string' ? metadata['namespace'] : '';
  const resource = yield* session.mapper.resourceForKind(apiVersion, kind);
  if (!resource.ok) return resource;
  if (resource.value === undefined && fromList) {
    // Each item of a list is reported separately. Source: mapper.go infoForObject,
    // FlattenListVisitor.
    const message = `unable to recognize no matches for kind "${kind}" in version "${apiVersion}"`;
    return err({ kind: 'plain', message, exitCode: 1 });
  }
  if (resource.value === undefined) {
    return fail(
      `resource mapping not found for name: "${name}" namespace: "${written}" from ` +
        `"${source}": no matches for kind "${kind}" in version "${apiVersion}"\n` +
        'ensure CRDs are installed first',
    );
  }
  const { namespace, namespaceGiven } = session.config;
  if (!resource.value.namespaced) {
    const { metadata: given = null } = body;
    const object = objectOf(given === null ? { ...body, metadata } : body);
    return ok({ source, resource: resource.value, object, name, namespace: '' });
  }
  if (namespaceGiven && written !== '' && written !== namespace) {
    return fail(
      `the namespace from the provided object "${written}" does not match the namespace ` +
        `"${namespace}". You must pass '--namespace=${written}' to perform this operation.`,
    );
  }
  const place = written || namespace;
  const object = objectOf({ ...body, metadata: { ...metadata, namespace: place } });
  return ok({ source, resource: resource.value, object, name, namespace: place });
}

const objectOf = (body: JsonObject): New<KubeObject> => asObject<New<KubeObject>>(body);

/** The failure of a read when it is the only error. */
export const noObjects = (command: string, failure: Failure | undefined) =>
  failure === undefined ? fail(`no objects passed to ${command}`) : err(failure);
