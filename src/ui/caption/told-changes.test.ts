/** What people change in a running cluster, and what stands in their way. */
import { describe, expect, it, vi } from 'vitest';
import { seconds } from '#base/sim-time';
import { entered, logOf, readOf, web } from './told-run.fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const podOf = (spec: string): string =>
  `{apiVersion: v1, kind: Pod, metadata: {name: app}, spec: ${spec}}`;

describe('a drain that a disruption budget stands against', () => {
  const read = readOf(
    [
      web(2),
      entered('kubectl create poddisruptionbudget web --selector=app=web --min-available=2', 45),
      entered('kubectl drain node-1 --ignore-daemonsets --timeout=20s', 50),
    ],
    180,
  );

  it('asks again as long as it may; only then it stops', () => {
    const again = read.indexOf('The API server refuses, and kubectl will ask again');
    const stops = read.indexOf('stops here: error: unable to drain node "node-1"');
    expect(again).toBeGreaterThan(0);
    expect(stops).toBeGreaterThan(again);
    expect(read).not.toContain('prints the API server’s refusal and ends');
  });

  it('tells of no Pod that a kubelet looks at again by the clock', () => {
    expect(read.match(/gets? a worker|a worker of its own/g)).toHaveLength(1);
    const quiet = logOf([web(2), entered('kubectl get nodes', 60)], 240);
    const late = quiet.steps.filter(({ at }) => at > seconds(60));
    expect(late.filter(({ id }) => id.includes('kubelet'))).toEqual([]);
  });
});

describe('a deletion that leaves the dependents alone', () => {
  const read = readOf(
    [
      web(),
      entered('kubectl delete deployment web --cascade=orphan', 45),
      entered('kubectl delete replicaset -l app=web --cascade=foreground', 55),
    ],
    75,
  );

  it('takes the owner out of them, then the finalizer out of the owner', () => {
    expect(read).toMatch(/takes the owner reference to Deployment web out of ReplicaSet web-/);
    expect(read).toMatch(/takes the last finalizer out of Deployment web, so the object is gone/);
    expect(read).not.toContain('A Pod is missing');
  });

  it('in the foreground the owner goes last', () => {
    const pod = read.indexOf('so the kubelet removes Pod web-');
    const owner = read.search(/takes the last finalizer out of ReplicaSet web-/);
    expect(pod).toBeGreaterThan(0);
    expect(owner).toBeGreaterThan(pod);
  });
});

describe('a Deployment that is paused', () => {
  const read = readOf(
    [
      web(),
      entered('kubectl rollout pause deployment web', 45),
      entered('kubectl set image deployment web nginx=nginx:1.29', 50),
      entered('kubectl rollout resume deployment web', 55),
      entered('kubectl rollout undo deployment web', 80),
    ],
    100,
  );

  it('begins no rollout until somebody resumes it', () => {
    expect(read).toContain('From now on, a new Pod template starts nothing.');
    expect(read).toContain('It is paused, so no rollout begins.');
    expect(read).toContain('is no longer paused');
  });

  it('numbers no Pods when several versions have some', () => {
    expect(read).not.toMatch(/Pod 2 of 2|both nodes|all one node|Both sandboxes/);
  });
});

describe('Pods of a StatefulSet', () => {
  const setOf = (policy: string): string =>
    `{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {replicas: 2,
      podManagementPolicy: ${policy}, selector: {matchLabels: {app: db}}, template: {
        metadata: {labels: {app: db}}, spec: {containers: [{name: db, image: 'nginx:1.28'}]}}}}`;

  it('wait for each other', () => {
    const read = readOf([entered('kubectl apply -f -', 30, setOf('OrderedReady'))], 50);
    expect(read).toContain('kubectl reads what you wrote, finds StatefulSet db');
    expect(read).toMatch(/The Pod before it is ready, so .+ creates the next in order: Pod db-1/);
    expect(read).toContain('The scheduler places Pod db-1 too');
  });

  it('come at once with the policy Parallel', () => {
    const read = readOf([entered('kubectl apply -f -', 30, setOf('Parallel'))], 50);
    expect(read).toContain('podManagementPolicy is Parallel');
    expect(read).not.toContain('works in order');
  });
});

describe('a Pod that is changed in place', () => {
  const limits = '{requests: {cpu: 100m}, limits: {cpu: 200m}}';
  const more =
    '{"spec":{"containers":[{"name":"app","resources":{"requests":{"cpu":"150m"},' +
    '"limits":{"cpu":"300m"}}}]}}';

  it('gets other limits while its process runs', () => {
    const pod = podOf(`{containers: [{name: app, image: 'nginx:1.28', resources: ${limits}}]}`);
    const read = readOf(
      [
        entered('kubectl apply -f -', 30, pod),
        entered(`kubectl patch pod app --subresource resize -p '${more}'`, 45),
      ],
      60,
    );
    expect(read).toContain('it requests cpu 150m now. Its process still has what it had.');
    expect(read).toContain('writes the new limits into the cgroup of app in Pod app');
  });

  it('is told of the container that changes, not of another one', () => {
    const pod = podOf(
      `{containers: [{name: first, image: 'nginx:1.28'},
        {name: app, image: 'busybox:1.36', command: [sleep, '600'], resources: ${limits}}]}`,
    );
    const inputs = [
      entered('kubectl apply -f -', 30, pod),
      entered(`kubectl patch pod app --subresource resize -p '${more}'`, 45),
    ];
    expect(readOf(inputs, 60)).toContain('into the cgroup of app in Pod app');
  });

  it('waits at its scheduling gate until that is taken away', () => {
    const pod = podOf(
      "{schedulingGates: [{name: example.com/wait}], containers: [{name: app, image: 'nginx'}]}",
    );
    const read = readOf(
      [
        entered('kubectl apply -f -', 30, pod),
        entered(`kubectl patch pod app --type=merge -p '{"spec":{"schedulingGates":[]}}'`, 40),
      ],
      50,
    );
    expect(read).toContain('It has the scheduling gate example.com/wait');
    expect(read).toContain('Now the scheduler may look for a node.');
  });
});

describe('a Pod that cannot start', () => {
  const readOfPod = (spec: string): string =>
    readOf([entered('kubectl apply -f -', 30, podOf(spec))], 60);

  it('says in an Event what cannot be mounted', () => {
    const read = readOfPod(
      `{volumes: [{name: v, secret: {secretName: s}}], containers: [
        {name: app, image: 'nginx:1.28', volumeMounts: [{name: v, mountPath: /v}]}]}`,
    );
    expect(read).toContain('MountVolume.SetUp failed for volume "v" : secret "s" not found');
  });

  it('says which ConfigMap its environment lacks', () => {
    const read = readOfPod(
      "{containers: [{name: app, image: 'nginx:1.28', envFrom: [{configMapRef: {name: c}}]}]}",
    );
    expect(read).toContain('cannot put together a container of Pod app: configmap "c" not found');
  });

  it('does not pretend that its init containers go on when one fails', () => {
    const read = readOfPod(
      `{initContainers: [{name: first, image: busybox, command: ['false']}],
        containers: [{name: app, image: 'nginx:1.28'}]}`,
    );
    expect(read).toContain('An init container of Pod app has not succeeded');
    expect(read).not.toMatch(/one after the other: kubectl get pods shows Init:(Error|Crash)/);
  });

  it('is restarted by a liveness probe, which is told before the process ends', () => {
    const read = readOfPod(
      `{containers: [{name: app, image: 'nginx:1.28', livenessProbe: {
        httpGet: {path: /nope, port: 80}, periodSeconds: 3, failureThreshold: 2}}]}`,
    );
    const probe = read.indexOf('Liveness probe failed: HTTP probe failed with statuscode: 404');
    const plan = read.indexOf('The container app must be stopped and started again');
    expect(probe).toBeGreaterThan(0);
    expect(plan).toBeGreaterThan(probe);
  });
});

describe('what kubectl prints', () => {
  it('of an object that is as it should be says that nothing is changed', () => {
    const pod = podOf("{containers: [{name: app, image: 'nginx:1.28'}]}");
    const inputs = [30, 45].map((at) => entered('kubectl apply -f -', at, pod));
    expect(readOf(inputs, 50)).toContain('pod/app unchanged. It is so already');
  });

  it('of a question is how the API server would decide', () => {
    const line = 'kubectl auth can-i list pods --as=system:serviceaccount:default:default';
    expect(readOf([entered(line, 30)], 35)).toContain(
      'prints no: that is how the API server would decide',
    );
  });

  it('of an object that is invalid is a refusal', () => {
    const inputs = [entered('kubectl run A --image=nginx', 30)];
    expect(readOf(inputs, 35)).toContain('prints the API server’s refusal and ends: The Pod "A"');
  });
});

describe('a file of a person', () => {
  const configOf = (name: string): string =>
    `{apiVersion: v1, kind: ConfigMap, metadata: {name: ${name}}, data: {a: '1'}}`;

  it('with two objects of a kind is told as two requests, not as one that is asked again', () => {
    const both = `${configOf('a')}\n---\n${configOf('b')}`;
    const read = readOf([entered('kubectl apply -f -', 30, both)], 35);
    expect(read).toContain('kubectl takes the next object, ConfigMap b');
    expect(read).not.toContain('asks the API server once more');
  });

  it('that replaces an object by force is told as a deletion and a new object', () => {
    const inputs = [
      entered('kubectl apply -f -', 30, configOf('a')),
      entered('kubectl replace --force -f -', 40, configOf('a')),
    ];
    expect(readOf(inputs, 50)).toContain('The old one is gone. kubectl sends ConfigMap a');
  });

  it('that is applied on the server is told as all that was written', () => {
    const inputs = [entered('kubectl apply --server-side -f -', 30, configOf('a'))];
    expect(readOf(inputs, 35)).toContain('all that you wrote of ConfigMap a');
  });

  it('changes the files of a Pod about a minute later', () => {
    const pod = podOf(
      `{volumes: [{name: v, configMap: {name: a}}], containers: [
        {name: app, image: 'nginx:1.28', volumeMounts: [{name: v, mountPath: /v}]}]}`,
    );
    const inputs = [
      entered('kubectl apply -f -', 30, configOf('a')),
      entered('kubectl apply -f -', 32, pod),
      entered(`kubectl patch configmap a --type=merge -p '{"data":{"a":"2"}}'`, 50),
    ];
    expect(readOf(inputs, 150)).toContain('writes the new content into Pod app. Nothing restarts.');
  });
});

describe('a Pod that no node fits', () => {
  it('goes on with the command that makes one fit', () => {
    const pod = podOf(
      "{nodeSelector: {disk: ssd}, containers: [{name: app, image: 'nginx:1.28'}]}",
    );
    const inputs = [
      entered('kubectl apply -f -', 30, pod),
      entered('kubectl label node node-3 disk=ssd', 40),
    ];
    const read = readOf(inputs, 55);
    expect(read).toContain('Node node-3 has other labels');
    expect(read).toContain('Pod app has waited until now.');
    expect(read).toContain('Pod app now belongs to node-3');
    expect(read).toContain('reports Pod app Running and Ready');
  });
});

describe('a node that is deleted', () => {
  it('loses its Pods after a while, and others are made for them', () => {
    const read = readOf([web(3), entered('kubectl delete node node-2', 45)], 100);
    expect(read).toContain('The node of Pod 2 of 3 no longer exists.');
    expect(read).toContain('finds one Pod too few and creates one');
    expect(read).toContain('has 3 of 3 Pods ready again');
  });
});

describe('a Job', () => {
  const jobOf = (spec: string): string =>
    `{apiVersion: batch/v1, kind: Job, metadata: {name: work}, spec: {${spec}, template: {spec: {
      restartPolicy: Never, containers: [{name: c, image: busybox, command: [sleep, '2']}]}}}}`;

  it('may be suspended, and goes by itself when its time is over', () => {
    const resume = `kubectl patch job work --type=merge -p '{"spec":{"suspend":false}}'`;
    const read = readOf(
      [
        entered('kubectl apply -f -', 30, jobOf('suspend: true, ttlSecondsAfterFinished: 5')),
        entered(resume, 40),
      ],
      70,
    );
    expect(read).toContain('Job work is suspended');
    expect(read).toContain('Job work is no longer suspended');
    expect(read).toContain('The ttl-after-finished controller marks Job work for deletion');
    expect(read).toContain('Its owner is marked for deletion and goes after all that it owns.');
  });
});

describe('a Job whose Pods fail', () => {
  const read = readOf([entered('kubectl create job bad --image=busybox -- false', 30)], 120);

  it('is told after each failure, with a longer pause', () => {
    for (const failures of ['1 Pod has', '2 Pods in a row have', '3 Pods in a row have']) {
      expect(read).toContain(`${failures} failed. The Job controller waits`);
    }
  });
});
