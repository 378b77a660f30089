/** `kubectl cluster-info`. Source: k8s.io/kubectl pkg/cmd/clusterinfo clusterinfo.go. */
import { ok } from '#base/result';
import type { Service } from '#k8s.io/api/core/v1';
import type { KubeList } from '#k8s.io/apimachinery/meta/v1';
import { services } from '#k8s.io/client-go/rest/resource';
import type { Process } from '#sim/simulation';
import type { Command, Invocation } from '../command.ts';
import type { Outcome } from '../failure.ts';
import { unsimulated } from '../unsimulated.ts';

export const clusterInfo: Command = {
  name: 'cluster-info',
  short: 'Display cluster information',
  subcommands: [unsimulated('dump', 'kubectl cluster-info')],
  run,
};

const marker = 'kubernetes.io/cluster-service';

/** Further words are not looked at. */
function* run({ session }: Invocation): Process<Outcome> {
  const { client, config } = session;
  const query = { labelSelector: `${marker}=true` };
  const at = { namespace: 'kube-system', query };
  const list = yield* client.get<KubeList<Service>>(services, at);
  if (list.ok) {
    session.out(`Kubernetes control plane is running at ${config.server}\n`);
    for (const service of list.value.items) {
      session.out(`${nameOf(service)} is running at ${config.server}${proxyPath(service)}\n`);
    }
  }
  session.out(
    "\nTo further debug and diagnose cluster problems, use 'kubectl cluster-info dump'.\n",
  );
  return list.ok ? ok(undefined) : list;
}

const nameOf = ({ metadata }: Service): string =>
  metadata.labels?.['kubernetes.io/name'] ?? metadata.name;

function proxyPath({ metadata, spec }: Service): string {
  const [port] = spec?.ports ?? [];
  const suffix = port?.name === undefined ? '' : `:${port.name}`;
  return `/api/v1/namespaces/${metadata.namespace}/services/${metadata.name}${suffix}/proxy`;
}
