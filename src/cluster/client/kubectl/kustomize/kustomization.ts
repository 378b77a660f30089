/**
 * The file kustomization.yaml: its fields, what is deprecated, and what is not simulated.
 * Models sigs.k8s.io/kustomize/api/types kustomization.go.
 */
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { readYaml } from '../manifest/yaml-document.ts';
import { stop } from './problem.ts';
import type { Selector } from './res-map.ts';
import type { SortOptions } from './sort-order.ts';
import type { Image, Replica } from './transformers.ts';

type Texts = Readonly<Record<string, string>>;

export interface GeneratorOptions {
  readonly labels?: Texts;
  readonly annotations?: Texts;
  readonly disableNameSuffixHash?: boolean;
  readonly immutable?: boolean;
}

export interface GeneratorArgs {
  readonly name?: string;
  readonly namespace?: string;
  readonly behavior?: string;
  /** Of a Secret. */
  readonly type?: string;
  readonly literals?: readonly string[];
  readonly files?: readonly string[];
  readonly env?: string;
  readonly envs?: readonly string[];
  readonly options?: GeneratorOptions;
}

export interface Label {
  readonly pairs?: Texts;
  readonly includeSelectors?: boolean;
  readonly includeTemplates?: boolean;
}

export interface PatchArgs {
  readonly path?: string;
  readonly patch?: string;
  readonly target?: Selector;
  readonly options?: { readonly allowNameChange?: boolean; readonly allowKindChange?: boolean };
}

export interface Kustomization {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly resources?: readonly string[];
  readonly bases?: readonly string[];
  readonly components?: readonly string[];
  readonly namePrefix?: string;
  readonly nameSuffix?: string;
  readonly namespace?: string;
  readonly labels?: readonly Label[];
  readonly commonLabels?: Texts;
  readonly commonAnnotations?: Texts;
  readonly images?: readonly Image[];
  readonly imageTags?: readonly Image[];
  readonly replicas?: readonly Replica[];
  readonly configMapGenerator?: readonly GeneratorArgs[];
  readonly secretGenerator?: readonly GeneratorArgs[];
  readonly generatorOptions?: GeneratorOptions;
  readonly patches?: readonly PatchArgs[];
  readonly patchesJson6902?: readonly PatchArgs[];
  readonly patchesStrategicMerge?: readonly string[];
  readonly sortOptions?: SortOptions;
}

/** What a field holds: a word, a list of these (`[]`), texts by name, or an object with fields. */
type Form =
  | 'string'
  | 'bool'
  | 'int64'
  | 'any'
  | { readonly list: Form }
  | { readonly map: Form }
  | { readonly struct: string; readonly fields: Readonly<Record<string, Form>> };

const strings: Form = { list: 'string' };
const texts: Form = { map: 'string' };

const generatorOptions: Form = {
  struct: 'GeneratorOptions',
  fields: { labels: texts, annotations: texts, disableNameSuffixHash: 'bool', immutable: 'bool' },
};

const generatorFields: Readonly<Record<string, Form>> = {
  ...{ name: 'string', namespace: 'string', behavior: 'string', literals: strings },
  ...{ files: strings, env: 'string', envs: strings, options: generatorOptions },
};

const image: Form = {
  struct: 'Image',
  fields: {
    ...{ name: 'string', newName: 'string', newTag: 'string' },
    ...{ tagSuffix: 'string', digest: 'string' },
  },
};

const selector: Form = {
  struct: 'Selector',
  fields: {
    ...{ group: 'string', version: 'string', kind: 'string', name: 'string' },
    ...{ namespace: 'string', labelSelector: 'string', annotationSelector: 'string' },
  },
};

const patch: Form = {
  struct: 'Patch',
  fields: { path: 'string', patch: 'string', target: selector, options: { map: 'bool' } },
};

/** Fields that are read by kustomize and refused here. */
const refused = [
  ...['openapi', 'replacements', 'vars', 'crds', 'helmGlobals', 'helmCharts'],
  ...['helmChartInflationGenerator', 'configurations', 'generators', 'transformers'],
  ...['validators', 'buildMetadata'],
];

const label: Form = {
  struct: 'Label',
  fields: {
    ...{ pairs: texts, includeSelectors: 'bool', includeTemplates: 'bool' },
    fields: 'any',
  },
};

const form: Form = {
  struct: 'Kustomization',
  fields: {
    ...{ apiVersion: 'string', kind: 'string', metadata: 'any' },
    ...{ resources: strings, bases: strings, components: strings },
    ...{ namePrefix: 'string', nameSuffix: 'string', namespace: 'string' },
    ...{ labels: { list: label }, commonLabels: texts, commonAnnotations: texts },
    ...{ images: { list: image }, imageTags: { list: image } },
    replicas: { list: { struct: 'Replica', fields: { name: 'string', count: 'int64' } } },
    configMapGenerator: { list: { struct: 'ConfigMapArgs', fields: generatorFields } },
    secretGenerator: {
      list: { struct: 'SecretArgs', fields: { ...generatorFields, type: 'string' } },
    },
    generatorOptions,
    ...{ patches: { list: patch }, patchesJson6902: { list: patch } },
    ...{ patchesStrategicMerge: strings, sortOptions: 'any' },
    ...Object.fromEntries(refused.map((name) => [name, 'any' as const])),
  },
};

const advice = "Run 'kustomize edit fix' to update your Kustomization automatically.";

const deprecated = [
  ['bases', 'resources'],
  ['commonLabels', 'labels'],
  ['imageTags', 'images'],
  ['patchesJson6902', 'patches'],
  ['patchesStrategicMerge', 'patches'],
] as const;

/** Reads the file; `warn` gets a line for each field that is deprecated. */
export function readKustomization(
  text: string,
  root: string,
  warn: (line: string) => void,
): Kustomization {
  const read = readYaml(text);
  if (!read.ok) return stop(`invalid Kustomization: ${read.error}`);
  const value = read.value ?? {};
  const problem = mismatch(value, form, 'Kustomization', '');
  if (problem !== undefined) stop(`invalid Kustomization: json: ${problem}`);
  const file: JsonObject = isJsonObject(value) ? value : {};
  for (const [old, better] of deprecated) {
    if (file[old] === undefined || file[old] === null) continue;
    warn(`# Warning: '${old}' is deprecated. Please use '${better}' instead. ${advice}`);
  }
  const unknown = refused.find((name) => file[name] !== undefined && file[name] !== null);
  if (unknown !== undefined) stop(`podyssey: '${unknown}' of a kustomization is not simulated`);
  if ((file['labels'] as readonly JsonObject[] | undefined)?.some((each) => 'fields' in each)) {
    stop(`podyssey: 'fields' of labels in a kustomization is not simulated`);
  }
  const { apiVersion: _version, kind: _kind, metadata: _metadata, ...rest } = file;
  if (Object.values(rest).every(isEmpty)) stop('kustomization.yaml is empty');
  return enforced(file, root);
}

const isEmpty = (value: JsonValue | undefined): boolean =>
  value === undefined || value === null || value === '';

/** Source: FixKustomization, EnforceFields. */
function enforced(file: Kustomization, root: string): Kustomization {
  const kind = file.kind || 'Kustomization';
  const isComponent = kind === 'Component';
  const version = `kustomize.config.k8s.io/v1${isComponent ? 'alpha1' : 'beta1'}`;
  const apiVersion = file.apiVersion || version;
  const errors = [
    ...(kind === 'Kustomization' || isComponent
      ? []
      : ['kind should be Kustomization or Component']),
    ...(apiVersion === version ? [] : [`apiVersion for ${kind} should be ${version}`]),
  ];
  if (errors.length > 0) {
    stop(`Failed to read kustomization file under ${root}:\n${errors.join('\n')}`);
  }
  return {
    ...file,
    kind,
    apiVersion,
    resources: [...(file.resources ?? []), ...(file.bases ?? [])],
    images: [...(file.images ?? []), ...(file.imageTags ?? [])],
  };
}

/** The first value of a wrong kind or unknown field, in the words of encoding/json. */
function mismatch(value: JsonValue, wanted: Form, struct: string, at: string): string | undefined {
  if (value === null || wanted === 'any') return undefined;
  if (typeof wanted === 'string') {
    const own = typeof value === 'boolean' ? 'bool' : typeof value;
    const fits = wanted === 'int64' ? own === 'number' : own === wanted;
    return fits ? undefined : unfit(value, wanted, struct, at);
  }
  if ('list' in wanted) {
    if (!isJsonArray(value)) return unfit(value, goType(wanted), struct, at);
    return firstOf(value, (each) => mismatch(each, wanted.list, struct, at));
  }
  if (!isJsonObject(value)) return unfit(value, goType(wanted), struct, at);
  const dot = at === '' ? '' : `${at}.`;
  return firstOf(Object.keys(value).sort(), (key) => {
    const inner = value[key] ?? null;
    if ('map' in wanted) return mismatch(inner, wanted.map, struct, at);
    const next = wanted.fields[key];
    if (next === undefined) return `unknown field "${key}"`;
    return mismatch(inner, next, wanted.struct, `${dot}${key}`);
  });
}

const goType = (wanted: Form): string => {
  if (typeof wanted === 'string') return wanted;
  if ('list' in wanted) return `[]${goType(wanted.list)}`;
  return 'map' in wanted ? `map[string]${goType(wanted.map)}` : `types.${wanted.struct}`;
};

function unfit(value: JsonValue, type: string, struct: string, at: string): string {
  const kind = isJsonArray(value) ? 'array' : typeof value === 'boolean' ? 'bool' : typeof value;
  return at === ''
    ? `cannot unmarshal ${kind} into Go value of type ${type}`
    : `cannot unmarshal ${kind} into Go struct field ${struct}.${at} of type ${type}`;
}

function firstOf<T>(
  items: readonly T[],
  look: (item: T) => string | undefined,
): string | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
