/**
 * `kubectl debug`: an ephemeral container in a pod, a changed copy of a pod, or a pod on a node.
 *
 * Models k8s.io/kubectl pkg/cmd/debug debug.go. With `-i` the command stays with the container and
 * shows its output; there is no input.
 */
import { ok } from '#base/result';
import { parseImageReference } from '#k8s.io/apimachinery/image-reference';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { arrayFlag, boolFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { filenameFlags, hasFiles } from '../manifest/read-manifests.ts';
import { objectsOf } from '../resource/objects-of.ts';
import { debugByCopy } from './debug-copy.ts';
import { debugNode } from './debug-node.ts';
import { debugPod } from './debug-pod.ts';
import { profileNames } from './profiles.ts';

export const debug: Command = {
  name: 'debug',
  short: 'Create debugging sessions for troubleshooting workloads and nodes',
  usage: '(POD | TYPE[[.VERSION].GROUP]/NAME) [ -- COMMAND [args...] ]',
  flags: [
    boolFlag('arguments-only', 'Pass everything after -- as Args instead of Command'),
    stringFlag('container', 'Container name to use for debug container', { shorthand: 'c' }),
    stringFlag('copy-to', 'Create a copy of the target Pod with this name'),
    arrayFlag('env', 'Environment variables to set in the container'),
    stringFlag('image', 'Container image to use for debug container'),
    stringFlag('image-pull-policy', 'The image pull policy for the container'),
    boolFlag('keep-annotations', 'Keep the annotations of the original pod'),
    boolFlag('keep-init-containers', 'Run the init containers for the pod', { default: 'true' }),
    boolFlag('keep-labels', 'Keep the labels of the original pod'),
    boolFlag('keep-liveness', 'Keep the liveness probes of the original pod'),
    boolFlag('keep-readiness', 'Keep the readiness probes of the original pod'),
    boolFlag('keep-startup', 'Keep the startup probes of the original pod'),
    stringFlag('profile', 'legacy, general, baseline, netadmin, restricted or sysadmin', {
      default: 'general',
    }),
    boolFlag('quiet', 'Suppress informational messages', { shorthand: 'q' }),
    boolFlag('replace', 'When used with --copy-to, delete the original Pod'),
    boolFlag('same-node', 'When used with --copy-to, schedule the copy on the same node'),
    arrayFlag('set-image', 'When used with --copy-to, name=image pairs to change images'),
    boolFlag('share-processes', 'When used with --copy-to, share processes', { default: 'true' }),
    stringFlag('target', 'Target processes in this container name'),
    ...filenameFlags,
    boolFlag('attach', 'Wait for the container to start, then attach to it'),
    boolFlag('stdin', 'Keep stdin open on the container', { shorthand: 'i' }),
    boolFlag('tty', 'Allocate a TTY for the debugging container', { shorthand: 't' }),
    ...refused(stringFlag('custom', 'Path to a file with a partial container specification')),
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, flags } = invocation;
  const wrong = validate(invocation);
  if (wrong !== undefined) return fail(wrong);
  if (flags.string('profile') === 'legacy') {
    session.err(
      'Warning: --profile=legacy is deprecated and will be removed in the future. It is ' +
        'recommended to explicitly specify a profile, for example "--profile=general".\n',
    );
  }
  const words = args.some((arg) => arg.includes('/')) ? args : ['pods', ...args];
  const infos = yield* objectsOf(invocation, args.length === 0 ? [] : words);
  if (!infos.ok) return infos;
  for (const { resource, object } of infos.value) {
    const kind = object.kind ?? resource.kind;
    const done = yield* debugOne(invocation, kind, object);
    if (!done.ok) return done;
  }
  return ok(undefined);
}

function* debugOne(invocation: Invocation, kind: string, object: KubeObject): Process<Outcome> {
  if (kind === 'Node') return yield* debugNode(invocation, object.metadata.name);
  if (kind !== 'Pod') return fail(`"${object.apiVersion}, Kind=${kind}" not supported by debug`);
  return invocation.flags.string('copy-to') === ''
    ? yield* debugPod(invocation, object as never)
    : yield* debugByCopy(invocation, object as never);
}

/** Source: debug.go DebugOptions.Validate. */
function validate({ session, args, dashArgs, flags }: Invocation): string | undefined {
  const words = dashArgs ?? [];
  const [image, container] = [flags.string('image'), flags.string('container')];
  const copies = flags.string('copy-to') !== '';
  const images = flags.list('set-image');
  if (copies) {
    if (image === '' && images.length === 0 && words.length === 0) {
      return 'you must specify --image, --set-image or command arguments.';
    }
    if (words.length > 0 && container === '' && image === '') {
      return 'you must specify an existing container or a new image when specifying args.';
    }
  } else {
    for (const name of ['replace', 'same-node']) {
      if (flags.bool(name)) return `--${name} may only be used with --copy-to.`;
    }
    if (images.length > 0) return '--set-image may only be used with --copy-to.';
    if (image === '') return 'you must specify --image when not using --copy-to.';
  }
  if (image !== '' && parseImageReference(image) === undefined) {
    return `invalid image name "${image}": invalid reference format`;
  }
  if (args.length === 0 && !hasFiles(flags)) return 'NAME is required for debug';
  const policy = flags.string('image-pull-policy');
  if (!['', 'Always', 'IfNotPresent', 'Never'].includes(policy)) {
    return `invalid image pull policy: ${policy}`;
  }
  const badPair = images.find((pair) => !/^[^=]+=[^=]+$/.test(pair));
  if (badPair !== undefined) return `invalid image spec: ${badPair}`;
  const target = flags.string('target');
  if (target !== '') {
    if (copies) return '--target is incompatible with --copy-to. Use --share-processes instead.';
    if (!flags.bool('quiet')) {
      session.out(
        `Targeting container "${target}". If you don't see processes from this container it ` +
          "may be because the container runtime doesn't support this feature.\n",
      );
    }
  }
  if (flags.bool('tty') && !flags.bool('stdin')) {
    return '-i/--stdin is required for containers with -t/--tty=true.';
  }
  const profile = flags.string('profile');
  return profileNames.includes(profile) ? undefined : `unknown profile: ${profile}`;
}
