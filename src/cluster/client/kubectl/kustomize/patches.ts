/**
 * Patches of a kustomization: strategic merges and JSON 6902.
 * Models sigs.k8s.io/kustomize/api/internal/builtins PatchTransformer, PatchJson6902Transformer and
 * PatchStrategicMergeTransformer.
 */
import type { CompileRegexp } from '#base/regexp';
import {
  isJsonArray,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '#k8s.io/apimachinery/json-value';
import { applyJsonPatch, type JsonPatchOperation } from '#k8s.io/apimachinery/patch/json-patch';
import { readYaml } from '../manifest/yaml-document.ts';
import { toYaml } from '../printers/yaml.ts';
import type { PatchArgs } from './kustomization.ts';
import type { Loader } from './loader.ts';
import { strategicMerge } from './merge.ts';
import { attempt, stop, within } from './problem.ts';
import { readResources } from './read-resources.ts';
import { type ResMap, type Selector, select } from './res-map.ts';
import { allIds, metadataOf, type Resource, withMetadata, withPreviousId } from './resource.ts';
import { idOf, idText, isSameId } from './resource-id.ts';

export interface Tools {
  readonly regexp: CompileRegexp;
}

/** A patch that was read. */
interface LoadedPatch extends Pick<PatchArgs, 'target' | 'options'> {
  /** `[path: "x.yaml"]` */
  readonly source: string;
  readonly merges?: readonly JsonObject[];
  readonly operations?: readonly JsonPatchOperation[];
}

/** Reads an entry of `patches`. Source: PatchTransformerPlugin.Config. */
export const loadPatch = (args: PatchArgs, loader: Loader): LoadedPatch =>
  within(trouble('PatchTransformer', args), () => {
    const { target, options } = args;
    const { text, source } = textOf(args, loader);
    const merges = attempt(() => readResources(text));
    const operations = attempt(() => operationsOf(text));
    if ('problem' in merges && 'problem' in operations) {
      return stop(`unable to parse SM or JSON patch from ${source}`);
    }
    const more = { ...(target && { target }), ...(options && { options }) };
    if ('value' in merges) return { source, merges: merges.value, ...more };
    return { source, ...('value' in operations && { operations: operations.value }), ...more };
  });

const trouble = (plugin: string, config: object): string =>
  `trouble configuring builtin ${plugin} with config: \`\n${toYaml(config as JsonValue)}\``;

function textOf(args: PatchArgs, loader: Loader): { text: string; source: string } {
  const patch = (args.patch ?? '').trim();
  const { path = '' } = args;
  const config = toYaml(args as JsonValue);
  if (patch === '' && path === '') return stop(`must specify one of patch and path in\n${config}`);
  if (patch !== '' && path !== '') {
    return stop(`patch and path can't be set at the same time\n${config}`);
  }
  if (patch !== '') return { text: patch, source: `[patch: ${JSON.stringify(patch)}]` };
  const text = within(`failed to get the patch file from path(${path})`, () => loader.load(path));
  return { text, source: `[path: ${JSON.stringify(path)}]` };
}

/** Source: jsonPatchFromBytes. */
function operationsOf(text: string): readonly JsonPatchOperation[] {
  const read = readYaml(text);
  if (!read.ok) return stop(read.error);
  const { value } = read;
  if (!isJsonArray(value) || !value.every(isJsonObject)) return stop('not a list of operations');
  return value as readonly (JsonObject & JsonPatchOperation)[];
}

/** Source: PatchTransformerPlugin.Transform. */
export function applyPatch(map: ResMap, patch: LoadedPatch, tools: Tools): ResMap {
  const { merges, target, source } = patch;
  if (merges === undefined) return applyOperations(map, patch, tools, true);
  if (target === undefined) {
    return merges.reduce(
      (each, merge) => mergeOnto(each, [findTarget(each, merge, true)], merge, patch),
      map,
    );
  }
  if (merges.length > 1) {
    const rule = 'is not allowed to set `patches.target` field';
    stop(`Multiple Strategic-Merge Patches in one \`patches\` entry ${rule}: ${source}`);
  }
  return merges.reduce(
    (each, merge) => mergeOnto(each, select(each, target, tools.regexp), merge, patch),
    map,
  );
}

/** Source: GetById. */
function findTarget(map: ResMap, merge: JsonObject, isPatch: boolean): Resource {
  const id = idOf(merge);
  const found = map.filter((each) => allIds(each).some((one) => isSameId(one, id)));
  const [only] = found;
  if (found.length === 1 && only !== undefined) return only;
  const problem = found.length > 1 ? 'multiple matches' : 'no matches';
  const text = idText(id);
  const failure = `${problem} for Id ${text}; failed to find unique target for patch ${text}`;
  return stop(
    isPatch ? `no resource matches strategic merge patch "${text}": ${failure}` : failure,
  );
}

function mergeOnto(
  map: ResMap,
  targets: ResMap,
  merge: JsonObject,
  { options = {} }: Pick<LoadedPatch, 'options'>,
): ResMap {
  const { allowNameChange = false, allowKindChange = false } = options;
  return map.flatMap((resource): ResMap => {
    if (!targets.includes(resource)) return [resource];
    const { object } = resource;
    const { apiVersion = '', kind = '' } = object;
    const merged = strategicMerge(object, { ...merge, apiVersion, kind });
    if (merged === undefined) return [];
    const noted = allowNameChange || allowKindChange ? withPreviousId(resource) : resource;
    const { name = '', namespace } = metadataOf(object);
    const kept = withMetadata(merged, 'namespace', namespace);
    const named = allowNameChange ? kept : withMetadata(kept, 'name', name);
    const { kind: asked = kind } = merge;
    return [{ ...noted, object: allowKindChange ? { ...named, kind: asked } : named }];
  });
}

function applyOperations(
  map: ResMap,
  { target, source, operations = [] }: LoadedPatch,
  tools: Tools,
  notes: boolean,
): ResMap {
  if (target === undefined) return stop(`must specify a target for JSON patch ${source}`);
  const selected = select(map, target, tools.regexp);
  return map.map((resource) => {
    if (!selected.includes(resource)) return resource;
    const patched = applyJsonPatch(resource.object, operations);
    if (!patched.ok) return stop(patched.error);
    const noted = notes ? withPreviousId(resource) : resource;
    return { ...noted, object: isJsonObject(patched.value) ? patched.value : resource.object };
  });
}

/** An entry of `patchesJson6902`. */
export function applyJson6902(map: ResMap, args: PatchArgs, loader: Loader, tools: Tools): ResMap {
  const plugin = 'PatchJson6902Transformer';
  const loaded = within(plugin, (): LoadedPatch => {
    const { target, path = '', patch = '' } = args;
    if ((target?.name ?? '') === '') return stop('must specify the target name');
    if (path === '' && patch === '') return stop('empty file path and empty jsonOp');
    if (path !== '' && patch !== '') return stop('must specify a file path or jsonOp, not both');
    const text = path === '' ? patch : loader.load(path);
    const operations = operationsOf(text);
    return { source: text, operations, ...(target && { target: target as Selector }) };
  });
  return applyOperations(map, loaded, tools, false);
}

/** An entry of `patchesStrategicMerge`: a patch, or the path of a file with patches. */
export function applyStrategicMerge(map: ResMap, entry: string, loader: Loader): ResMap {
  const inline = attempt(() => readResources(entry));
  const merges =
    'value' in inline && inline.value.length > 0
      ? inline.value
      : within(trouble('PatchStrategicMergeTransformer', { paths: [entry] }), () =>
          readResources(loader.load(entry)),
        );
  return merges.reduce((each, merge) => {
    const target = findTarget(each, merge, false);
    return mergeOnto(each, [target], merge, {});
  }, map);
}
