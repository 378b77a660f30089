/**
 * `kubectl certificate approve` and `deny`: a person's decision on a signing request.
 *
 * Models k8s.io/kubectl pkg/cmd/certificates certificates.go: a condition goes to the approval
 * subresource; a request with a decision stays as it is unless `--force` is set.
 */
import { ok } from '#base/result';
import { rfc3339 } from '#base/sim-time';
import type { Condition, KubeObject } from '#k8s.io/apimachinery/meta/v1';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import { boolFlag } from '../command-line/flag-spec.ts';
import { fail, type Outcome } from '../failure.ts';
import { filenameFlags, hasFiles } from '../manifest/read-manifests.ts';
import { managedFieldsFlag, outputFlag, printChanged, refusedPrintFlags } from '../mutation.ts';
import { objectsOf } from '../resource/objects-of.ts';

interface Answer {
  readonly name: 'approve' | 'deny';
  readonly type: 'Approved' | 'Denied';
  readonly done: 'approved' | 'denied';
  readonly reason: string;
  readonly message: string;
}

const command = (answer: Answer): Command => ({
  name: answer.name,
  short: `${answer.name === 'approve' ? 'Approve' : 'Deny'} a certificate signing request`,
  usage: '(-f FILENAME | NAME)',
  flags: [
    boolFlag('force', 'Update the CSR even if it is already answered'),
    outputFlag,
    managedFieldsFlag,
    ...filenameFlags,
    ...refusedPrintFlags,
  ],
  run: (invocation) => run(invocation, answer),
});

export const certificate: Command = {
  name: 'certificate',
  short: 'Modify certificate resources',
  usage: 'SUBCOMMAND',
  subcommands: [
    command({
      name: 'approve',
      type: 'Approved',
      done: 'approved',
      reason: 'KubectlApprove',
      message: 'This CSR was approved by kubectl certificate approve.',
    }),
    command({
      name: 'deny',
      type: 'Denied',
      done: 'denied',
      reason: 'KubectlDeny',
      message: 'This CSR was denied by kubectl certificate deny.',
    }),
  ],
};

function* run(invocation: Invocation, answer: Answer): Process<Outcome> {
  const { session, args, flags } = invocation;
  const fromFile = hasFiles(flags);
  if (args.length === 0 && !fromFile) {
    return fail('one or more CSRs must be specified as <name> or -f <filename>');
  }
  const named = fromFile ? args : ['certificatesigningrequests', ...args];
  const infos = yield* objectsOf(invocation, named);
  if (!infos.ok) return infos;
  for (const { resource, object } of infos.value) {
    const status = (object.status ?? {}) as { readonly conditions?: readonly Condition[] };
    const { conditions = [] } = status;
    const other = answer.type === 'Approved' ? 'Denied' : 'Approved';
    if (conditions.some(({ type }) => type === other)) {
      return fail(`certificate signing request "${object.metadata.name}" is already ${other}`);
    }
    let current = object;
    if (flags.bool('force') || !conditions.some(({ type }) => type === answer.type)) {
      const now = rfc3339(session.sim.now);
      const condition = {
        type: answer.type,
        status: 'True',
        reason: answer.reason,
        message: answer.message,
        lastUpdateTime: now,
        lastTransitionTime: now,
      };
      const kept = conditions.filter(({ type }) => type !== answer.type);
      const body = { ...object, status: { ...status, conditions: [...kept, condition] } };
      const at = { namespace: '', name: object.metadata.name, subresource: 'approval' };
      const done = yield* session.client.update<KubeObject>(resource, at, body);
      if (!done.ok) return done;
      current = done.value;
    }
    const printed = printChanged(invocation, resource, current, answer.done, 'none');
    if (!printed.ok) return printed;
  }
  return ok(undefined);
}
