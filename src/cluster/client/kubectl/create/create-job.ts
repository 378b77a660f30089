/** `kubectl create job` and `create cronjob`. Source: create_job.go, create_cronjob.go. */
import { defined } from '#base/defined';
import { ok } from '#base/result';
import type { CronJob } from '#k8s.io/api/batch/v1';
import { asJson, asObject, type JsonObject } from '#k8s.io/apimachinery/json-value';
import type { KubeObject, New } from '#k8s.io/apimachinery/meta/v1';
import { cronJobs, jobs } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { stringFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { mustFetchObjects } from '../resource/fetch-objects.ts';
import { resolveArguments } from '../resource/resource-arguments.ts';
import { createFlags, createObject, givenNamespace, nameArgument } from './create-object.ts';

const podTemplate = (
  { flags, dashArgs = [] }: Invocation,
  name: string,
  restartPolicy: string,
): JsonObject => ({
  metadata: {},
  spec: {
    containers: [
      {
        ...(dashArgs.length === 0 ? {} : { command: dashArgs }),
        image: flags.string('image'),
        name,
        resources: {},
      },
    ],
    restartPolicy,
  },
});

const asNew = (object: JsonObject): New<KubeObject> => asObject<New<KubeObject>>(object);

export const createJob: Command = {
  name: 'job',
  short: 'Create a job with the specified name',
  usage: 'NAME --image=image [--from=cronjob/name] -- [COMMAND] [args...]',
  flags: [
    stringFlag('from', 'The name of the resource to create a Job from (only cronjob is supported)'),
    stringFlag('image', 'Image name to run'),
    ...createFlags,
  ],
  run: runJob,
};

function* runJob(invocation: Invocation): Process<Outcome> {
  const { flags, dashArgs = [] } = invocation;
  const name = nameArgument(invocation);
  if (!name.ok) return name;
  const [image, from] = [flags.string('image'), flags.string('from')];
  if ((image === '') === (from === '')) {
    return fail('either --image or --from must be specified');
  }
  if (from !== '' && dashArgs.length > 0) {
    return fail('cannot specify --from and command');
  }
  const base = { apiVersion: 'batch/v1', kind: 'Job' };
  const place = givenNamespace(invocation);
  if (from === '') {
    const job = {
      ...base,
      metadata: { name: name.value, ...place },
      spec: { template: podTemplate(invocation, name.value, 'Never') },
      status: {},
    };
    return yield* createObject(invocation, jobs, asNew(job), 'failed to create job:');
  }
  const found = yield* cronJobOf(invocation, from);
  if (!found.ok) return found;
  const { metadata, spec } = found.value;
  const { jobTemplate } = spec;
  const job = asJson({
    ...base,
    metadata: {
      name: name.value,
      ...place,
      annotations: {
        'cronjob.kubernetes.io/instantiate': 'manual',
        ...jobTemplate.metadata?.annotations,
      },
      ...defined({ labels: jobTemplate.metadata?.labels }),
      ownerReferences: [
        {
          apiVersion: 'batch/v1',
          controller: true,
          kind: 'CronJob',
          name: metadata.name,
          uid: metadata.uid,
        },
      ],
    },
    spec: jobTemplate.spec ?? {},
    status: {},
  });
  return yield* createObject(invocation, jobs, asNew(job), 'failed to create job:');
}

function* cronJobOf({ session }: Invocation, from: string): Process<Outcome<CronJob>> {
  const options = { selector: '', allNamespaces: false, wholeCollections: false };
  const requests = yield* resolveArguments(session, [from], options);
  if (!requests.ok) return requests;
  const { namespace } = session.config;
  const found = yield* mustFetchObjects(session, requests.value, { namespace, selector: '' });
  if (!found.ok) return found;
  const [info] = found.value;
  return info?.resource.resource === 'cronjobs' && info.resource.group === 'batch'
    ? ok(info.object as CronJob)
    : fail('from must be an existing cronjob');
}

export const createCronJob: Command = {
  name: 'cronjob',
  aliases: ['cj'],
  short: 'Create a cron job with the specified name',
  usage: "NAME --image=image --schedule='0/5 * * * ?' -- [COMMAND] [args...]",
  flags: [
    stringFlag('image', 'Image name to run', { required: true }),
    stringFlag('restart', "job's restart policy: OnFailure or Never"),
    stringFlag('schedule', 'A schedule in the Cron format the job should be run with', {
      required: true,
    }),
    ...createFlags,
  ],
  run: runCronJob,
};

function* runCronJob(invocation: Invocation): Process<Outcome> {
  const { flags } = invocation;
  const name = nameArgument(invocation);
  if (!name.ok) return name;
  const restart = flags.string('restart') || 'OnFailure';
  const cronJob = {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: name.value, ...givenNamespace(invocation) },
    spec: {
      jobTemplate: {
        metadata: { name: name.value },
        spec: { template: podTemplate(invocation, name.value, restart) },
      },
      schedule: flags.string('schedule'),
    },
    status: {},
  };
  return yield* createObject(invocation, cronJobs, asNew(cronJob), 'failed to create cronjob:');
}
