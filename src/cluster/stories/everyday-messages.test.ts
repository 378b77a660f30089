/** The exact messages of kubectl and the controllers for everyday commands. */
import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

const simulation = new ClusterSimulation(clusterOf(2), 4, allParts);
const { sim } = simulation;
const wait = (time: number): void => {
  sim.run(sim.now + seconds(time));
};
wait(30);

function kubectl(line: string, object?: object, user = 'admin'): string {
  const stdin = object === undefined ? {} : { stdin: JSON.stringify(object) };
  const result = simulation.runCommand({ argv: splitWords(line), user, ...stdin }, seconds(120));
  return `${result?.stdout}${result?.stderr}`;
}

const messagesOf = (kind: string, name: string): string =>
  kubectl(`get ${kind} ${name} -o jsonpath={.status.conditions[*].message}`);
const eventsOf = (kind: string, name: string): string => kubectl(`events --for=${kind}/${name}`);

describe('a deployment that is rolled out', () => {
  it('tells of its progress in conditions, events and lines of kubectl', () => {
    kubectl('create deployment web --image=nginx:1.27 --replicas=3');
    wait(0.2);
    expect(messagesOf('deployment', 'web')).toContain(
      'Deployment does not have minimum availability.',
    );
    expect(messagesOf('deployment', 'web')).toMatch(
      /Created new replica set "web-\w+"|ReplicaSet "web-\w+" is progressing\./,
    );
    const waiting = 'Waiting for deployment "web" rollout to finish: ';
    const left = kubectl('rollout status deployment/web').replace(/\d of/g, 'N of');
    expect(left).toContain(`${waiting}N of 3 updated replicas are available...`);
    wait(5);
    expect(messagesOf('deployment', 'web')).toContain('Deployment has minimum availability.');
    expect(messagesOf('deployment', 'web')).toMatch(
      /ReplicaSet "web-\w+" has successfully progressed\./,
    );
    expect(kubectl('set image deployment/web nginx=nginx:1.28')).toBe(
      'deployment.apps/web image updated\n',
    );
    const status = kubectl('rollout status deployment/web').replace(/\d (?=out|old)/g, 'N ');
    expect(status).toContain(`${waiting}N out of 3 new replicas have been updated...`);
    expect(status).toContain(`${waiting}N old replicas are pending termination...`);
    const events = eventsOf('deployment', 'web');
    expect(events).toMatch(/Scaled up replica set web-\w+ from 0 to 3/);
    expect(events).toMatch(/Scaled down replica set web-\w+ from 3 to 2/);
    const [old = ''] = /web-\w+/.exec(events) ?? [];
    expect(eventsOf('replicaset', old)).toMatch(/SuccessfulDelete .* Deleted pod: web-\w+-\w+/);
  });

  it('says why no pods can be made', () => {
    kubectl('create quota none --hard=pods=0');
    wait(2);
    kubectl('create deployment full --image=nginx');
    wait(3);
    const why = /pods "full-\w+-\w+" is forbidden: exceeded quota: none, requested: pods=1/;
    expect(messagesOf('deployment', 'full')).toMatch(why);
    const [set = ''] = /full-\w+/.exec(kubectl('get rs -o name')) ?? [];
    expect(messagesOf('replicaset', set)).toMatch(why);
    expect(eventsOf('replicaset', set)).toMatch(
      /FailedCreate .* Error creating: pods "full-\w+-\w+" is forbidden: exceeded quota/,
    );
    kubectl('delete quota none');
  });
});

describe('kubectl', () => {
  it('says what it did', () => {
    expect(kubectl('expose deployment web --port=80')).toBe('service/web exposed\n');
    kubectl('create configmap plain --from-literal=a=b');
    const plain = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'plain' } };
    expect(kubectl('apply -f -', plain)).toContain(
      'Warning: resource configmaps/plain is missing the ' +
        'kubectl.kubernetes.io/last-applied-configuration annotation which is required by ' +
        'kubectl apply. kubectl apply should only be used on resources created declaratively by ' +
        'either kubectl create --save-config or kubectl apply. The missing annotation will be ' +
        'patched automatically.',
    );
  });

  it('says what was wrong', () => {
    const subdomain =
      "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or " +
      "'.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used " +
      "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    expect(kubectl('create deployment X_y --image=nginx')).toContain(
      'error: failed to create deployment: Deployment.apps "X_y" is invalid: metadata.name: ' +
        `Invalid value: "X_y": ${subdomain}`,
    );
    expect(kubectl('create namespace Foo')).toContain(
      "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and " +
        "must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex " +
        "used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')",
    );
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'two' } };
    const containers = [{ name: 'A', image: 'nginx' }, { name: 'b' }];
    expect(kubectl('create -f -', { ...pod, spec: { containers } })).toMatch(
      /^The Pod "two" is invalid: \n\* spec\.containers\[0\]\.name: Invalid value: "A"/,
    );
    expect(kubectl('get pods --token=nope', undefined, 'anon')).toBe(
      'error: You must be logged in to the server (Unauthorized)\n',
    );
  });
});

describe('a namespace that goes away while something holds on', () => {
  it('says what was done and what is left', () => {
    kubectl('create namespace old');
    const metadata = { name: 'held', namespace: 'old', finalizers: ['example.com/hold'] };
    kubectl('create -f -', { apiVersion: 'v1', kind: 'ConfigMap', metadata });
    kubectl('delete namespace old --wait=false');
    wait(9);
    const messages = messagesOf('namespace', 'old');
    for (const part of [
      'All resources successfully discovered',
      'All legacy kube types successfully parsed',
      'All content successfully deleted, may be waiting on finalization',
    ]) {
      expect(messages).toContain(part);
    }
    const patch = `'{"metadata":{"finalizers":null}}'`;
    kubectl(`patch configmap held -n old --type=merge -p ${patch}`);
    wait(20);
    expect(kubectl('get namespace old')).toContain('NotFound');
  });
});

describe('a node', () => {
  it('is registered, and its pods are marked for deletion by a NoExecute taint', () => {
    expect(kubectl('get events')).toMatch(
      /Node node-1 event: Registered Node node-1 in Controller/,
    );
    const pod = (name: string, seconds?: number) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name },
      spec: {
        nodeName: 'node-2',
        containers: [{ name: 'a', image: 'nginx' }],
        ...(seconds === undefined
          ? {}
          : {
              tolerations: [
                { key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: seconds },
              ],
            }),
      },
    });
    kubectl('create -f -', pod('gone'));
    kubectl('create -f -', pod('spared', 60));
    wait(4);
    kubectl('taint node node-2 k=v:NoExecute');
    wait(2);
    expect(messagesOf('pod', 'gone')).toContain('Taint manager: deleting due to NoExecute taint');
    expect(eventsOf('pod', 'gone')).toContain('Marking for deletion Pod default/gone');
    kubectl('taint node node-2 k-');
    wait(3);
    expect(eventsOf('pod', 'spared')).toContain('Cancelling deletion of Pod default/spared');
  });
});

describe('an autoscaler without a target', () => {
  it('says that it cannot read the scale', () => {
    kubectl('create -f -', {
      apiVersion: 'autoscaling/v2',
      kind: 'HorizontalPodAutoscaler',
      metadata: { name: 'lost' },
      spec: {
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'nobody' },
      },
    });
    wait(20);
    expect(eventsOf('horizontalpodautoscaler', 'lost')).toMatch(
      /FailedGetScale .* deployments\.apps "nobody" not found/,
    );
  });
});
