/** `kubectl describe serviceaccount`. Source: describe.go ServiceAccountDescriber. */
import { ok } from '#base/result';
import type { Secret, ServiceAccount } from '#k8s.io/api/core/v1';
import type { KubeList } from '#k8s.io/apimachinery/meta/v1';
import { secrets } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Outcome } from '../failure.ts';
import { type DescribeRequest, getObject } from './describer.ts';
import { describeEvents, searchEvents, subjectOf } from './events.ts';
import { Page } from './page.ts';
import { describeMetadata } from './simple-describer.ts';

const accountName = 'kubernetes.io/service-account.name';
const accountUid = 'kubernetes.io/service-account.uid';

export function* describeServiceAccount(request: DescribeRequest): Process<Outcome<string>> {
  const { session, namespace, chunkSize } = request;
  const account = yield* getObject<ServiceAccount>(request);
  if (!account.ok) return account;
  const { metadata, secrets: mounted = [], imagePullSecrets = [] } = account.value;
  const at = { namespace, query: { limit: chunkSize } };
  const list = yield* session.client.get<KubeList<Secret>>(secrets, at);
  const tokens = (list.ok ? list.value.items : []).filter(({ metadata: of, type }) => {
    const { [accountName]: name, [accountUid]: uid } = of.annotations ?? {};
    const isToken = type === 'kubernetes.io/service-account-token';
    return isToken && name === metadata.name && uid === metadata.uid;
  });
  const there = list.ok
    ? new Set(list.value.items.map((secret) => secret.metadata.name))
    : undefined;
  const shown = ({ name = '' }: { readonly name?: string }): string =>
    there === undefined || there.has(name) ? name : `${name} (not found)`;
  const events = yield* searchEvents(request, subjectOf(account.value, 'ServiceAccount'));
  if (!events.ok) return events;
  const page = new Page();
  describeMetadata(page, account.value);
  names(page, 'Image pull secrets:', imagePullSecrets.map(shown));
  names(page, 'Mountable secrets: ', mounted.map(shown));
  names(
    page,
    'Tokens:            ',
    tokens.map((token) => token.metadata.name),
  );
  describeEvents(page, events.value, session.sim.now);
  return ok(page.toString());
}

function names(page: Page, header: string, all: readonly string[]): void {
  if (all.length === 0) page.line(0, `${header}\t<none>`);
  all.forEach((name, i) => {
    page.line(0, `${i === 0 ? header : ' '.repeat(19)}\t${name}`);
  });
}
