/**
 * `kubectl set image TYPE/NAME CONTAINER=IMAGE`.
 *
 * Models k8s.io/kubectl pkg/cmd/set set_image.go: the difference goes out as a strategic merge
 * patch; an image that is set already sends nothing.
 */
import { ok } from '#base/result';
import type { Container, PodSpec } from '#k8s.io/api/core/v1';
import { asJson } from '#k8s.io/apimachinery/json-value';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import { createTwoWayMergePatch } from '#k8s.io/apimachinery/patch/create-strategic-merge';
import { schemaForKind } from '#k8s.io/apimachinery/schema/schema';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, refused } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import {
  type DryRun,
  dryRunFlag,
  dryRunOf,
  dryRunQuery,
  fieldManagerFlag,
  managedFieldsFlag,
  outputFlag,
  printChanged,
  refusedPrintFlags,
} from '../mutation.ts';
import type { Info } from '../resource/fetch-objects.ts';
import { choiceFlags, objectsOf, refusedFileFlags } from '../resource/objects-of.ts';
import { patchInfo } from '../resource/patch-info.ts';

export const setImage: Command = {
  name: 'image',
  short: 'Update the image of a pod template',
  usage: '(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ...',
  flags: [
    ...choiceFlags,
    dryRunFlag,
    outputFlag,
    managedFieldsFlag,
    fieldManagerFlag('kubectl-set'),
    ...refusedPrintFlags,
    ...refusedFileFlags,
    ...refused(boolFlag('local', 'Do not contact the server')),
  ],
  run,
};

type Images = ReadonlyMap<string, string>;

function* run(invocation: Invocation): Process<Outcome> {
  const { args, flags } = invocation;
  const named = args.filter((arg) => !arg.includes('='));
  const pairs = args.filter((arg) => arg.includes('='));
  const bad = pairs.find((pair) => !/^[^=]+=[^=]+$/.test(pair));
  if (bad !== undefined) return fail(`invalid image spec: ${bad}`);
  if (named.length === 0) {
    return fail(
      'one or more resources must be specified as <resource> <name> or <resource>/<name>',
    );
  }
  if (pairs.length === 0) return fail('at least one image update is required');
  const dryRun = dryRunOf(flags);
  if (!dryRun.ok) return dryRun;
  const images = new Map(pairs.map((pair) => pair.split('=') as [string, string]));
  if (images.has('*') && images.size > 1) {
    return fail(
      'all containers are already specified by *, but saw more than one container_name=container_image pairs',
    );
  }
  const infos = yield* objectsOf(invocation, named);
  if (!infos.ok) return infos;
  for (const info of infos.value) {
    const done = yield* setOne(invocation, info, images, dryRun.value);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

function* setOne(
  invocation: Invocation,
  info: Info,
  images: Images,
  dryRun: DryRun,
): Process<Outcome> {
  const { session, flags } = invocation;
  const { object, resource } = info;
  const modified = withImages(object, images);
  if (!modified.ok) return modified;
  const schema = schemaForKind(object.apiVersion, object.kind);
  if (schema === undefined) return fail(`${object.kind} is not a kind with a pod template`);
  const patch = createTwoWayMergePatch(asJson(object), asJson(modified.value), schema);
  if (Object.keys(patch).length === 0) return ok(undefined);
  if (dryRun === 'client') {
    return printChanged(invocation, resource, modified.value, 'image updated', dryRun);
  }
  const patched = yield* patchInfo(session, info, {
    contentType: 'application/strategic-merge-patch+json',
    patch,
    query: { ...dryRunQuery(dryRun), fieldManager: flags.string('field-manager') },
  });
  if (!patched.ok) return patched;
  return printChanged(invocation, resource, patched.value, 'image updated', dryRun);
}

/** Source: polymorphichelpers updatepodspec.go: where each kind keeps its pod spec. */
function withImages(object: KubeObject, images: Images): Outcome<KubeObject> {
  const spec = (object.spec ?? {}) as unknown as PodSpec & Templated;
  if (object.kind === 'Pod') {
    const changed = podSpecWith(spec, images);
    return changed.ok ? ok(asObject({ ...object, spec: changed.value })) : changed;
  }
  const template = object.kind === 'CronJob' ? spec.jobTemplate?.spec.template : spec.template;
  if (template === undefined) {
    const { kind } = object;
    return fail(
      `unable to update the image of ${kind}: the object is not a pod or does not have a pod template: ${kind}`,
    );
  }
  const podSpec = podSpecWith(template.spec, images);
  if (!podSpec.ok) return podSpec;
  const changed = { ...template, spec: podSpec.value };
  if (spec.jobTemplate === undefined) {
    return ok(asObject({ ...object, spec: { ...spec, template: changed } }));
  }
  const jobTemplate = {
    ...spec.jobTemplate,
    spec: { ...spec.jobTemplate.spec, template: changed },
  };
  return ok(asObject({ ...object, spec: { ...spec, jobTemplate } }));
}

interface Template {
  readonly spec: PodSpec;
}
interface Templated {
  readonly template?: Template;
  readonly jobTemplate?: { readonly spec: { readonly template: Template } };
}

const asObject = (object: object): KubeObject => object as KubeObject;

function podSpecWith(spec: PodSpec, images: Images): Outcome<PodSpec> {
  const all = images.get('*');
  const { containers, initContainers = [] } = spec;
  const known = new Set([...containers, ...initContainers].map(({ name }) => name));
  const missing = [...images.keys()].find((name) => name !== '*' && !known.has(name));
  if (missing !== undefined) return fail(`unable to find container named "${missing}"`);
  const change = (container: Container): Container => ({
    ...container,
    image: images.get(container.name) ?? all ?? container.image ?? '',
  });
  return ok({
    ...spec,
    containers: containers.map(change),
    ...(spec.initContainers === undefined ? {} : { initContainers: initContainers.map(change) }),
  });
}
