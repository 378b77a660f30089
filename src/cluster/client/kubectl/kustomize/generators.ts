/**
 * ConfigMaps and Secrets made from files, env files and literals.
 * Models sigs.k8s.io/kustomize/api/internal/generators and kv.
 */
import { base64OfText } from '#base/base64';
import type { JsonObject, JsonValue } from '#k8s.io/apimachinery/json-value';
import type { GeneratorArgs, GeneratorOptions } from './kustomization.ts';
import type { Loader } from './loader.ts';
import { stop, within } from './problem.ts';
import { type Behavior, type Resource, resourceOf } from './resource.ts';

type Pair = readonly [key: string, value: string];
type Kind = 'ConfigMap' | 'Secret';

/** What one entry of a generator makes. */
export function generate(
  kind: Kind,
  args: GeneratorArgs,
  global: GeneratorOptions | undefined,
  loader: Loader,
): Resource {
  const { name = '', namespace = '', behavior = '' } = args;
  const options = mergedOptions(args.options, global);
  if (name === '') return stop('a configmap must have a name');
  const data = dataOf(kind, name, args, loader);
  const metadata: Record<string, JsonValue> = { name };
  if (namespace !== '') metadata['namespace'] = namespace;
  for (const field of ['labels', 'annotations'] as const) {
    const texts = options[field] ?? {};
    if (Object.keys(texts).length > 0) metadata[field] = texts;
  }
  const object: JsonObject = {
    apiVersion: 'v1',
    kind,
    metadata,
    ...(kind === 'Secret' && { type: args.type || 'Opaque' }),
    ...((kind === 'Secret' || Object.keys(data).length > 0) && { data }),
    ...(options.immutable === true && { immutable: true }),
  };
  const needsHash = options.disableNameSuffixHash !== true;
  return { ...resourceOf(object), needsHash, behavior: behaviorOf(behavior) };
}

const behaviorOf = (text: string): Behavior =>
  text === 'create' || text === 'merge' || text === 'replace' ? text : 'unspecified';

/** Source: MergeGlobalOptionsIntoLocal: what is true for all is true for each. */
function mergedOptions(
  local: GeneratorOptions = {},
  global: GeneratorOptions = {},
): GeneratorOptions {
  return {
    labels: { ...global.labels, ...local.labels },
    annotations: { ...global.annotations, ...local.annotations },
    disableNameSuffixHash:
      local.disableNameSuffixHash === true || global.disableNameSuffixHash === true,
    immutable: local.immutable === true || global.immutable === true,
  };
}

/** Source: makeValidatedDataMap. */
function dataOf(
  kind: Kind,
  name: string,
  args: GeneratorArgs,
  loader: Loader,
): Readonly<Record<string, string>> {
  const data: Record<string, string> = {};
  for (const [key, value] of within('loading KV pairs', () => pairsOf(args, loader))) {
    if (Object.hasOwn(data, key)) stop(`configmap ${name} illegally repeats the key \`${key}\``);
    data[key] = kind === 'Secret' ? wrappedBase64(value) : value;
  }
  return data;
}

const lineLength = 70;

/** Long values are broken into lines. Source: kyaml datamap.go encodeBase64. */
function wrappedBase64(text: string): string {
  const all = base64OfText(text);
  if (all.length < lineLength) return all;
  return (all.match(new RegExp(`.{1,${lineLength}}`, 'g')) ?? [])
    .map((line) => `${line}\n`)
    .join('');
}

function pairsOf(args: GeneratorArgs, loader: Loader): readonly Pair[] {
  const { literals = [], files = [], envs = [], env = '' } = args;
  const all = env === '' ? envs : [...envs, env];
  const list = (items: readonly string[]): string => `[${items.join(' ')}]`;
  return [
    ...within(`env source files: ${list(all)}`, () =>
      all.flatMap((path) => envPairs(loader.load(path))),
    ),
    ...within(`literal sources ${list(literals)}`, () => literals.map(literalPair)),
    ...within(`file sources: ${list(files)}`, () => files.map((file) => filePair(file, loader))),
  ];
}

/** Source: parseLiteralSource. */
function literalPair(source: string): Pair {
  const at = source.indexOf('=');
  if (at <= 0) return stop(`invalid literal source ${source}, expected key=value`);
  const value = source.slice(at + 1);
  const quoted = /^(["']).*\1$/s.test(value) && value.length > 1;
  return [source.slice(0, at), quoted ? value.slice(1, -1) : value];
}

/** Source: ParseFileSource. */
function filePair(source: string, loader: Loader): Pair {
  const [key = '', path, ...more] = source.split('=');
  if (path === undefined) return [source.replace(/^.*\//, ''), loader.load(source)];
  if (more.length > 0) return stop(`source "${source}" key name or file path contains '='`);
  if (key === '') return stop(`missing key name for file path "${path}" in source "${source}"`);
  if (path === '') return stop(`missing file path for key name "${key}" in source "${source}"`);
  return [key, loader.load(path)];
}

/** Source: keyValuesFromLines; kubectl's validator of keys accepts all. */
const envPairs = (text: string): readonly Pair[] =>
  text.split(/\r?\n/).flatMap((each, index): Pair[] => {
    const line = (index === 0 ? each.replace(/^\ufeff/, '') : each).trimStart();
    if (line === '' || line.startsWith('#')) return [];
    const at = line.indexOf('=');
    const key = at < 0 ? line : line.slice(0, at);
    return [[key, at < 0 ? '' : line.slice(at + 1)]];
  });
