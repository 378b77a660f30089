/** `cri.jsonl`: the calls of the kubelets to their runtimes, as they returned. */
import { defined } from '#base/defined';
import { rfc3339Micro } from '#base/sim-time';
import type { Fact } from '#trace/facts';
import type { CriCalled } from '#trace/facts/node';

export function criLines(facts: readonly Fact[]): readonly unknown[] {
  const open = new Map<string, CriCalled>();
  const lines: unknown[] = [];
  for (const fact of facts) {
    if (fact.type === 'CriCalled') open.set(`${fact.node}/${fact.call}`, fact);
    if (fact.type !== 'CriReturned') continue;
    const called = open.get(`${fact.node}/${fact.call}`);
    if (called === undefined) continue;
    lines.push({
      t: rfc3339Micro(called.at),
      ms: (fact.at - called.at) / 1000,
      node: fact.node,
      service: called.service,
      method: called.method,
      request: called.request,
      ...defined({ response: fact.response }),
      ...(fact.error === undefined ? {} : { error: named(fact.error) }),
    });
  }
  return lines;
}

/** The recordings name gRPC codes. Source: google.golang.org/grpc codes. */
const codes: Readonly<Record<number, string>> = {
  1: 'Canceled',
  2: 'Unknown',
  3: 'InvalidArgument',
  4: 'DeadlineExceeded',
  5: 'NotFound',
  6: 'AlreadyExists',
  9: 'FailedPrecondition',
  13: 'Internal',
  14: 'Unavailable',
};

const named = ({ code, message }: { readonly code: number; readonly message: string }) => ({
  code: codes[code] ?? String(code),
  message,
});
