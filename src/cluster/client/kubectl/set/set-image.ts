/**
 * `kubectl set image TYPE/NAME CONTAINER=IMAGE`.
 *
 * Models k8s.io/kubectl pkg/cmd/set set_image.go.
 */
import { ok } from '#base/result';
import type { Container, PodSpec } from '#k8s.io/api/core/v1';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { fail, type Outcome } from '../failure.ts';
import { hasFiles } from '../manifest/read-manifests.ts';
import { objectsOf } from '../resource/objects-of.ts';
import { withPodSpec } from './pod-spec.ts';
import { changeObjects, noResources, setFlags } from './send-change.ts';

export const setImage: Command = {
  name: 'image',
  short: 'Update the image of a pod template',
  usage: '(-f FILENAME | TYPE NAME) CONTAINER_NAME_1=CONTAINER_IMAGE_1 ...',
  flags: setFlags,
  run,
};

type Images = ReadonlyMap<string, string>;

function* run(invocation: Invocation): Process<Outcome> {
  const { args, flags } = invocation;
  const named = args.filter((arg) => !arg.includes('='));
  const pairs = args.filter((arg) => arg.includes('='));
  const bad = pairs.find((pair) => !/^[^=]+=[^=]*$/.test(pair));
  if (bad !== undefined) return fail(`invalid image spec: ${bad}`);
  if (named.length === 0 && !hasFiles(flags)) return noResources();
  if (pairs.length === 0) {
    const found = yield* objectsOf(invocation, named);
    return found.ok ? fail('at least one image update is required') : found;
  }
  const images = new Map(pairs.map((pair) => pair.split('=') as [string, string]));
  if (images.has('*') && images.size > 1) {
    return fail(
      'all containers are already specified by *, but saw more than one container_name=container_image pairs',
    );
  }
  return yield* changeObjects(invocation, named, 'image updated', ({ object }) =>
    withPodSpec(object, 'image', (spec) => withImages(spec, images)),
  );
}

function withImages(spec: PodSpec, images: Images): Outcome<PodSpec> {
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
