/**
 * `kubectl auth whoami`.
 *
 * Models k8s.io/kubectl pkg/cmd/auth whoami.go: the server answers a SelfSubjectReview.
 */
import { ok } from '#base/result';
import type { SelfSubjectReview } from '#k8s.io/api/authentication/v1';
import { asJson } from '#k8s.io/apimachinery/json-value';
import type { Process } from '#sim/simulation';
import { acceptProtobuf, protobuf } from '../api-client.ts';
import type { Command, Invocation } from '../command.ts';
import { fail, type Outcome } from '../failure.ts';
import { objectPrinter, printObject } from '../get/output.ts';
import { managedFieldsFlag, outputFlag, refusedPrintFlags } from '../mutation.ts';
import { alignColumns, tableColumns } from '../printers/tabwriter.ts';

const reviews = {
  group: 'authentication.k8s.io',
  version: 'v1',
  resource: 'selfsubjectreviews',
  kind: 'SelfSubjectReview',
  namespaced: false,
};

export const whoAmI: Command = {
  name: 'whoami',
  short: 'Experimental: Check self subject attributes',
  flags: [outputFlag, managedFieldsFlag, ...refusedPrintFlags],
  run,
};

function* run({ session, flags }: Invocation): Process<Outcome> {
  const { apiVersion, kind } = { apiVersion: 'authentication.k8s.io/v1', kind: reviews.kind };
  const body = { apiVersion, kind, metadata: {}, status: { userInfo: {} } };
  const at = { namespace: '', accept: acceptProtobuf, contentType: protobuf };
  const answer = yield* session.client.create<SelfSubjectReview>(reviews, at, body);
  if (!answer.ok) {
    const { error } = answer;
    const reason = error.kind === 'status' ? error.status.reason : undefined;
    if (reason !== 'NotFound' && reason !== 'Forbidden') return answer;
    return fail(
      'the selfsubjectreviews API is not enabled in the cluster or you do not have permission ' +
        'to call it',
    );
  }
  const format = flags.string('output');
  if (format === '') {
    session.out(table(answer.value));
    return ok(undefined);
  }
  const printer = objectPrinter(format, { columns: false, structs: true });
  if (!printer.ok) return fail(printer.error);
  return printObject(session, printer.value, asJson(answer.value), reviews);
}

function table({ status }: SelfSubjectReview): string {
  const { username = '', uid = '', groups = [], extra = {} } = status?.userInfo ?? {};
  const rows = [
    ['Username', username],
    ['UID', uid],
    ['Groups', groups.length === 0 ? '' : `[${groups.join(' ')}]`],
    ...Object.keys(extra)
      .sort()
      .map((key) => [`Extra: ${key}`, `[${(extra[key] ?? []).join(' ')}]`]),
  ].filter(([, value]) => value !== '');
  const lines = [['ATTRIBUTE', 'VALUE'], ...rows].map((row) => `${row.join('\t')}\n`);
  return alignColumns(lines.join(''), tableColumns);
}
