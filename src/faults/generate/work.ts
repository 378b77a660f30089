/** Random commands of an administrator: create, change, read and delete, drain and cordon. */
import type { Prng } from '#base/prng';
import { oneOf, sometimes, weighted } from './chance.ts';
import { deployments, goodImages, type ManifestKind, randomManifest } from './manifests.ts';

export interface Work {
  readonly line: string;
  readonly stdin?: string;
}

const kinds: Readonly<Record<ManifestKind, number>> = {
  deployment: 8,
  statefulSet: 5,
  daemonSet: 3,
  job: 3,
  cronJob: 1,
  disruptionBudget: 1,
  quota: 2,
  networkPolicy: 1,
  service: 2,
  definition: 2,
  gizmo: 4,
  admissionPolicy: 1,
  admissionBinding: 1,
};

const verbs = {
  apply: 14,
  scale: 6,
  image: 4,
  rollout: 3,
  delete: 4,
  deletePods: 4,
  node: 4,
  read: 3,
  namespace: 2,
  run: 2,
} as const;

const things = [
  ...['deployment web', 'deployment api', 'statefulset db', 'daemonset agent', 'job once'],
  ...['job batch', 'cronjob tick', 'service web', 'pdb budget', 'quota quota', 'pod alone'],
  ...['gizmo one', 'gizmos --all', 'crd gizmos.example.com', 'validatingadmissionpolicy few'],
] as const;

/** One command. `nodes`: the names of the machines. */
export function randomWork(prng: Prng, nodes: readonly string[]): Work {
  const namespace = sometimes(prng, 80) ? 'default' : 'team';
  const there = `-n ${namespace}`;
  const verb = weighted(prng, verbs);
  switch (verb) {
    case 'apply': {
      const kind = weighted(prng, kinds);
      return { line: 'kubectl apply -f -', stdin: randomManifest(prng, kind, namespace) };
    }
    case 'scale': {
      const what = oneOf(prng, ['deployment/web', 'deployment/api', 'statefulset/db']);
      return { line: `kubectl scale ${what} --replicas=${prng.nextInt(6)} ${there}` };
    }
    case 'image': {
      const image = sometimes(prng, 25) ? 'nginx:none' : oneOf(prng, goodImages);
      const name = oneOf(prng, deployments);
      return { line: `kubectl set image deployment/${name} nginx=${image} ${there}` };
    }
    case 'rollout': {
      const how = oneOf(prng, ['restart', 'undo', 'pause', 'resume']);
      const sets = how === 'restart' ? ['statefulset/db', 'daemonset/agent'] : [];
      const what = oneOf(prng, [...deployments.map((name) => `deployment/${name}`), ...sets]);
      return { line: `kubectl rollout ${how} ${what} ${there}` };
    }
    case 'delete': {
      const how = oneOf(prng, ['background', 'foreground', 'orphan']);
      return { line: `kubectl delete ${oneOf(prng, things)} --cascade=${how} ${there}` };
    }
    case 'deletePods': {
      const which = oneOf(prng, ['-l app=web', '-l app=db', 'db-0', '--all']);
      return { line: `kubectl delete pods ${which} --wait=false ${there}` };
    }
    case 'node':
      return { line: workOnNode(prng, oneOf(prng, nodes)) };
    case 'read': {
      const listed = ['deployment web -o yaml', 'pods', 'pod db-0 -o yaml', 'nodes'];
      const what = oneOf(prng, [...listed, 'gizmos', 'gizmo one -o yaml', 'crds']);
      return { line: `kubectl get ${what} ${there}` };
    }
    case 'namespace':
      return { line: `kubectl ${oneOf(prng, ['create', 'create', 'delete'])} namespace team` };
    case 'run':
      return { line: `kubectl run alone --image=${oneOf(prng, goodImages)} ${there}` };
  }
}

function workOnNode(prng: Prng, node: string): string {
  const how = oneOf(prng, ['drain', 'drain', 'cordon', 'uncordon', 'taint']);
  if (how === 'taint') {
    const effect = oneOf(prng, ['NoSchedule', 'NoExecute']);
    return `kubectl taint node ${node} busy=yes:${effect} --overwrite`;
  }
  const flags = ' --ignore-daemonsets --force --delete-emptydir-data --timeout=60s';
  return `kubectl ${how} ${node}${how === 'drain' ? flags : ''}`;
}
