/**
 * `kubectl create deployment NAME --image=IMAGE`.
 *
 * Models k8s.io/kubectl pkg/cmd/create create_deployment.go: the Deployment is built here and sent
 * with a typed client, so no discovery is needed.
 */
import type { Deployment } from '#k8s.io/api/apps/v1';
import type { Container } from '#k8s.io/api/core/v1';
import { asObject } from '#k8s.io/apimachinery/json-value';
import type { New } from '#k8s.io/apimachinery/meta/v1';
import { randomString } from '#k8s.io/apimachinery/rand';
import { deployments } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { intFlag, sliceFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { createFlags, createObject, givenNamespace, nameArgument } from './create-object.ts';

export const createDeployment: Command = {
  name: 'deployment',
  aliases: ['deploy'],
  short: 'Create a deployment with the specified name',
  usage: 'NAME --image=image -- [COMMAND] [args...]',
  flags: [
    sliceFlag('image', 'Image names to run', { required: true }),
    intFlag('port', 'The containerPort that this deployment exposes', { default: '-1' }),
    intFlag('replicas', 'Number of replicas to create', { shorthand: 'r', default: '1' }),
    ...createFlags,
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { flags, dashArgs = [] } = invocation;
  const name = nameArgument(invocation);
  if (!name.ok) return name;
  if (flags.list('image').length > 1 && dashArgs.length > 0) {
    return fail('cannot specify multiple --image options and command');
  }
  const deployment = deploymentOf(invocation, name.value, dashArgs);
  return yield* createObject(invocation, deployments, deployment, 'failed to create deployment:');
}

/** Source: create_deployment.go createDeployment. */
function deploymentOf(
  invocation: Invocation,
  name: string,
  command: readonly string[],
): New<Deployment> {
  const { session, flags } = invocation;
  const labels = { app: name };
  const port = flags.int('port');
  const containers: Container[] = flags.list('image').map((image) => ({
    name: containerName(image, () => randomString(session.prng, 5)),
    image,
    ...(command.length > 0 ? { command } : {}),
    ...(port >= 0 ? { ports: [{ containerPort: port }] } : {}),
    resources: {},
  }));
  const deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, ...givenNamespace(invocation), labels },
    spec: {
      replicas: flags.int('replicas'),
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers } },
      strategy: {},
    },
    status: {},
  };
  return asObject<New<Deployment>>(deployment);
}

/**
 * The container name made from an image: the last part of its name, without tag and digest. Invalid
 * characters are replaced, and a random suffix makes it unique.
 */
function containerName(image: string, suffix: () => string): string {
  const last = image.slice(image.lastIndexOf('/') + 1);
  const bare = last.split(':', 1)[0]?.split('@', 1)[0] ?? '';
  return /[_.]/.test(bare) ? `${bare.replace(/[_.]/g, '-')}-${suffix()}` : bare;
}
