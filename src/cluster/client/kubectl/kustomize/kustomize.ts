/**
 * Builds a kustomization: reads its resources, generates, patches, renames, and prints.
 *
 * Models sigs.k8s.io/kustomize/api v0.21 krusty Kustomizer and internal/target KustTarget, as
 * kubectl v1.36 has it. In: the files of the person's machine and a folder. Out: objects in their
 * order, with the warnings on the way, or the error in kustomize's words.
 */
import { err, ok, type Result } from '#base/result';
import { isJsonObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { LocalFolder } from '../cp/local-files.ts';
import {
  annotationFields,
  labelField,
  selectorLabelFields,
  templateLabelFields,
} from './field-specs.ts';
import { generate } from './generators.ts';
import { type Kustomization, type Label, readKustomization } from './kustomization.ts';
import { Loader } from './loader.ts';
import { fixReferences } from './name-reference.ts';
import {
  applyJson6902,
  applyPatch,
  applyStrategicMerge,
  loadPatch,
  type Tools,
} from './patches.ts';
import { attempt, KustomizeProblem, stop, within } from './problem.ts';
import { readResources } from './read-resources.ts';
import { absorb, append, type ResMap } from './res-map.ts';
import { metadataOf, resourceOf, textsOf, withMetadata } from './resource.ts';
import { sorted } from './sort-order.ts';
import {
  addHashes,
  rename,
  setImage,
  setNamespace,
  setReplicas,
  setTexts,
} from './transformers.ts';

export interface KustomizeInput extends Tools {
  readonly files: LocalFolder;
  /** The folder, as it was typed. */
  readonly path: string;
  /** The folder that the command is run in. */
  readonly from: string;
  readonly warn: (line: string) => void;
}

/** The objects of a kustomization, or the first error. */
export function build(input: KustomizeInput): Result<readonly JsonObject[], string> {
  try {
    return ok(buildAt(input));
  } catch (problem) {
    if (problem instanceof KustomizeProblem) return err(problem.message);
    throw problem;
  }
}

function buildAt(input: KustomizeInput): readonly JsonObject[] {
  const loader = Loader.at(input.files, input.from, input.path);
  const target = new Target(loader, input);
  const hashed = addHashes(target.accumulate([]));
  const map = fixReferences(hashed).filter(({ object }) => !isLocal(object));
  return sorted(map, target.file.sortOptions).map(({ object }) => withoutEmptyNotes(object));
}

/** Source: RemoveBuildAnnotations, which removes annotations that are empty then. */
const withoutEmptyNotes = (object: JsonObject): JsonObject => {
  const { annotations } = metadataOf(object);
  const isEmpty = isJsonObject(annotations) && Object.keys(annotations).length === 0;
  return isEmpty ? withMetadata(object, 'annotations', undefined) : object;
};

/** Source: DropLocalNodes. */
function isLocal(object: JsonObject): boolean {
  const note = textsOf(object, 'annotations')['config.kubernetes.io/local-config'];
  return note !== undefined && note !== 'false';
}

/** A Go value with an address, which differs from run to run. */
const generator = '&{0xc000000000 <nil>}';

class Target {
  readonly file: Kustomization;
  readonly #loader: Loader;
  readonly #input: KustomizeInput;

  constructor(loader: Loader, input: KustomizeInput) {
    this.#loader = loader;
    this.#input = input;
    const text = loader.kustomization();
    this.file = readKustomization(text, loader.root, input.warn);
  }

  /** `before`: the resources of the parent, for a component. Source: accumulateTarget. */
  accumulate(before: ResMap): ResMap {
    const { resources = [], components = [] } = this.file;
    const read = within('accumulating resources', () =>
      resources.reduce((map, path) => this.#resource(map, path), before),
    );
    const generated = this.#generate(read);
    const composed = within('accumulating components', () =>
      components.reduce((map, path) => this.#component(map, path), generated),
    );
    return this.#transform(composed);
  }

  /** A file, or else a folder with a kustomization of its own. Source: accumulateResources. */
  #resource(map: ResMap, path: string): ResMap {
    const file = attempt(() => this.#file(map, path));
    if ('value' in file) return file.value;
    const loader = attempt(() => this.#loader.below(path));
    if ('problem' in loader) {
      if (file.problem.includes('MalformedYAMLError')) return stop(file.problem);
      return within(`accumulation err='${file.problem}'`, () => stop(loader.problem));
    }
    return within(`accumulation err='${file.problem}'`, () =>
      this.#directory(map, loader.value, false),
    );
  }

  #file(map: ResMap, path: string): ResMap {
    const added = within(`accumulating resources from '${path}'`, () => {
      const text = this.#loader.load(path);
      const read = attempt(() => readResources(text));
      if ('value' in read) return append([], read.value.map(resourceOf));
      const isYaml = read.problem.startsWith('yaml: ');
      return stop(isYaml ? `MalformedYAMLError: ${read.problem} in File: ${path}` : read.problem);
    });
    return within(`merging resources from '${path}'`, () => append(map, added));
  }

  /** Source: accumulateDirectory. */
  #directory(map: ResMap, loader: Loader, isComponent: boolean): ResMap {
    const where = `couldn't make target for path '${loader.root}'`;
    const target = within(where, () => new Target(loader, this.#input));
    const { kind = '' } = target.file;
    if (isComponent && kind !== 'Component') {
      stop(`expected kind 'Component' for path '${loader.root}' but got '${kind}'`);
    }
    if (!isComponent && kind === 'Component') {
      stop(`expected kind != 'Component' for path '${loader.root}'`);
    }
    const inner = within(`recursed accumulation of path '${loader.root}'`, () =>
      target.accumulate(isComponent ? map : []),
    );
    if (isComponent) return inner;
    return within(`recursed merging from path '${loader.root}'`, () => append(map, inner));
  }

  #component(map: ResMap, path: string): ResMap {
    const loader = attempt(() => this.#loader.below(path));
    if ('problem' in loader) return stop(`loader.New ${JSON.stringify(loader.problem)}`);
    const done = attempt(() => this.#directory(map, loader.value, true));
    return 'value' in done
      ? done.value
      : stop(`accumulateDirectory: ${JSON.stringify(done.problem)}`);
  }

  #generate(map: ResMap): ResMap {
    const { configMapGenerator = [], secretGenerator = [], generatorOptions } = this.file;
    const lists = [
      ['ConfigMap', configMapGenerator],
      ['Secret', secretGenerator],
    ] as const;
    let all = map;
    for (const [kind, list] of lists) {
      for (const args of list) {
        const made = generate(kind, args, generatorOptions, this.#loader);
        all = within(`merging from generator ${generator}`, () => absorb(all, [made]));
      }
    }
    return all;
  }

  /** Each in upstream's order. Source: configureBuiltinTransformers. */
  #transform(before: ResMap): ResMap {
    const { namespace = '', namePrefix = '', nameSuffix = '' } = this.file;
    const { replicas = [], images = [], commonAnnotations } = this.file;
    const { patchesJson6902 = [] } = this.file;
    let map = this.#patch(before);
    if (namespace !== '') map = setNamespace(map, namespace);
    if (namePrefix !== '') map = rename(map, namePrefix, '');
    if (nameSuffix !== '') map = rename(map, '', nameSuffix);
    map = this.#label(map);
    if (commonAnnotations !== undefined) map = setTexts(map, commonAnnotations, annotationFields);
    for (const patch of patchesJson6902) {
      map = applyJson6902(map, patch, this.#loader, this.#input);
    }
    for (const replica of replicas) map = setReplicas(map, replica);
    for (const image of images) map = setImage(map, image, this.#input.regexp);
    return map;
  }

  /** All patches are read before the first one is applied. */
  #patch(before: ResMap): ResMap {
    const { patches = [], patchesStrategicMerge = [] } = this.file;
    const loaded = patches.map((patch) => loadPatch(patch, this.#loader));
    const merged = patchesStrategicMerge.reduce(
      (map, entry) => applyStrategicMerge(map, entry, this.#loader),
      before,
    );
    return loaded.reduce((map, patch) => applyPatch(map, patch, this.#input), merged);
  }

  #label(map: ResMap): ResMap {
    const { labels = [], commonLabels } = this.file;
    const all: readonly Label[] = [
      ...labels,
      ...(commonLabels === undefined ? [] : [{ pairs: commonLabels, includeSelectors: true }]),
    ];
    return all.reduce((each, label) => setTexts(each, label.pairs ?? {}, fieldsOf(label)), map);
  }
}

function fieldsOf({ includeSelectors = false, includeTemplates = false }: Label) {
  if (includeSelectors) return selectorLabelFields;
  return includeTemplates ? templateLabelFields : [labelField];
}
