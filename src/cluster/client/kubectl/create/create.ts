/** `kubectl create`: the group of commands that build an object and send it. */
import { err } from '#base/result';
import type { KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import { createOrUpdateAnnotation } from '../apply/last-applied.ts';
import type { Command, Invocation } from '../command.ts';
import { boolFlag, refused, stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome, usageError, withSource } from '../failure.ts';
import { eachManifest } from '../manifest/each-manifest.ts';
import { filenameFlags, hasFiles, type Manifest } from '../manifest/read-manifests.ts';
import { changeQuery, type DryRun, printChanged } from '../mutation.ts';
import { rawMisuse, sendRawFile } from '../raw-http.ts';
import { createDeployment } from './create-deployment.ts';
import { createIngress } from './create-ingress.ts';
import { createCronJob, createJob } from './create-job.ts';
import { createFlags } from './create-object.ts';
import { createService } from './create-service.ts';
import { createToken } from './create-token.ts';
import { simpleCreates } from './simple-creates.ts';

export const create: Command = {
  name: 'create',
  short: 'Create a resource from a file or from stdin',
  usage: 'COMMAND',
  flags: [
    ...filenameFlags,
    ...createFlags,
    stringFlag('raw', 'Raw URI to POST to the server'),
    ...refused(
      boolFlag('edit', 'Edit the API resource before creating'),
      stringFlag('selector', 'Selector (label query) to filter on', { shorthand: 'l' }),
      boolFlag('windows-line-endings', 'Use the line endings of Windows'),
    ),
  ],
  subcommands: [
    createDeployment,
    ...simpleCreates,
    createCronJob,
    createIngress,
    createJob,
    createService,
    createToken,
  ],
  run,
};

function* run(invocation: Invocation): Process<Outcome> {
  const { session, args, path, flags } = invocation;
  if (!hasFiles(flags)) {
    return args.length === 0
      ? fail('must specify one of -f and -k')
      : usageError(path, `Unexpected args: [${args.join(' ')}]`);
  }
  if (flags.string('raw') !== '') {
    const wrong = rawMisuse(flags, true);
    return wrong === undefined ? yield* sendRawFile(session, 'POST', flags) : fail(wrong);
  }
  return yield* createFromInput(invocation);
}

/** `kubectl create -f -`. Source: k8s.io/kubectl pkg/cmd/create create.go RunCreate. */
function* createFromInput(invocation: Invocation): Process<Outcome> {
  return yield* eachManifest(invocation, 'create', (manifest, dryRun, fieldValidation) =>
    createOne(invocation, manifest, dryRun, fieldValidation),
  );
}

function* createOne(
  invocation: Invocation,
  { resource, object: written, namespace, source }: Manifest,
  dryRun: DryRun,
  fieldValidation: string,
): Process<Outcome> {
  const { session, flags } = invocation;
  const object = createOrUpdateAnnotation(written, flags);
  session.generated(object);
  if (dryRun === 'client') return printChanged(invocation, resource, object, 'created', dryRun);
  const query = changeQuery(flags, dryRun, fieldValidation);
  const created = yield* session.client.create<KubeObject>(resource, { namespace, query }, object);
  if (!created.ok) return err(withSource(created.error, 'creating', source));
  return printChanged(invocation, resource, created.value, 'created', dryRun);
}
