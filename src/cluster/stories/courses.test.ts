/** Variants of the recorded courses: what happens when one step is different. */

import { describe, expect, it } from 'vitest';
import { defined } from '#base/defined';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { readHostAction } from '#trace/host-words';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

function newBed(nodes = 1) {
  const simulation = new ClusterSimulation(clusterOf(nodes), 4, allParts);
  simulation.sim.run(seconds(30));
  const run = (argv: readonly string[], stdin?: string): string => {
    const input = defined({ stdin });
    const result = simulation.runCommand({ argv, user: 'admin', ...input }, seconds(200));
    return `${result?.stdout}${result?.stderr}`;
  };
  return {
    kubectl: (line: string) => run(splitWords(line)),
    apply: (manifest: string) => run(['apply', '-f', '-'], manifest),
    applyOnServer: (manifest: string) => run(['apply', '--server-side', '-f', '-'], manifest),
    host: (action: string) => simulation.hostAction(readHostAction(action)),
    wait: (time: number) => simulation.sim.run(simulation.sim.now + seconds(time)),
  };
}

const staticWeb = (image: string): string =>
  `put_manifest 1 "apiVersion: v1\\nkind: Pod\\nmetadata: {name: web}\\nspec: ` +
  `{terminationGracePeriodSeconds: 1, containers: [{name: web, image: ${image}}]}\\n"`;

const pod = (name: string, spec: string): string =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: ${spec}\n`;

describe('a static pod', () => {
  it('whose manifest changes starts anew once the one before it has ended', () => {
    const bed = newBed();
    bed.host(staticWeb('nginx:1.28'));
    bed.wait(10);
    bed.host(staticWeb('nginx:1.29'));
    bed.wait(5);
    const image = '{.spec.containers[0].image}';
    expect(bed.kubectl(`get pod web-node-1 -o jsonpath=${image}`)).toBe('nginx:1.28');
    bed.wait(20);
    expect(bed.kubectl(`get pod web-node-1 -o jsonpath=${image}`)).toBe('nginx:1.29');
    expect(bed.kubectl('get pods --no-headers')).toMatch(/^web-node-1 +1\/1 +Running +0 +/);
  });

  it('whose manifest comes back as it was starts anew, with its mirror pod kept', () => {
    const bed = newBed();
    bed.host(staticWeb('nginx:1.28'));
    bed.wait(10);
    const before = bed.kubectl('get pod web-node-1 -o jsonpath={.metadata.uid}');
    bed.host('rm_manifest 1');
    bed.wait(1);
    bed.host(staticWeb('nginx:1.28'));
    bed.wait(20);
    expect(bed.kubectl('get pods --no-headers')).toMatch(/^web-node-1 +1\/1 +Running +0 +/);
    expect(bed.kubectl('get pod web-node-1 -o jsonpath={.metadata.uid}')).toBe(before);
  });

  it('has a mirror pod that can be deleted by force though the kubelet is faster', () => {
    const bed = newBed();
    bed.host(staticWeb('nginx:1.28'));
    bed.wait(10);
    expect(bed.kubectl('delete pod web-node-1 --force --grace-period=0')).toContain(
      'pod "web-node-1" force deleted from default namespace',
    );
  });
});

describe('a pod', () => {
  const bed = newBed();

  it('that fails its startup probe again and again is held back from the third restart on', () => {
    const probe = '{exec: {command: [cat, /ok]}, periodSeconds: 1, failureThreshold: 3}';
    const app = `{name: app, image: "busybox:1.36", command: [sleep, "1000"], startupProbe: ${probe}}`;
    bed.apply(pod('slow', `{terminationGracePeriodSeconds: 1, containers: [${app}]}`));
    bed.wait(18);
    expect(bed.kubectl('get pod slow --no-headers')).toMatch(/CrashLoopBackOff +2 /);
  });

  it('asks its own address in a postStart hook before its status has one', () => {
    const hook = '{postStart: {httpGet: {path: /, port: 80}}}';
    const app = `{name: app, image: "busybox:1.36", command: [sleep, "1000"], lifecycle: ${hook}}`;
    bed.apply(pod('hook', `{terminationGracePeriodSeconds: 1, containers: [${app}]}`));
    bed.wait(5);
    const events = bed.kubectl('get events --field-selector=involvedObject.name=hook');
    expect(events).toContain('PostStartHook failed');
  });

  it('that is ending ends sooner when it is deleted with less grace', () => {
    // As the first process of its container it does not hear SIGTERM.
    bed.kubectl('run late --image=busybox:1.36 -- sleep 1000');
    bed.wait(6);
    bed.kubectl('delete pod late --wait=false');
    bed.wait(3);
    bed.kubectl('delete pod late --grace-period=1 --wait=false');
    bed.wait(6);
    expect(bed.kubectl('get pod late')).toContain('NotFound');
    expect(bed.kubectl('get events --field-selector=reason=FailedKillPod')).toContain(
      'error killing pod: [failed to "KillContainer" for "late" with KillContainerError: ' +
        '"rpc error: code = Canceled desc = context canceled", failed to "KillPodSandbox" for ',
    );
  });

  it('whose init container failed for good never lost its other containers', () => {
    const init = '{name: a, image: "busybox:1.36", command: [sh, -c, "exit 1"]}';
    const spec = `{restartPolicy: Never, initContainers: [${init}], containers: [{name: app, image: nginx}]}`;
    bed.apply(pod('init', spec));
    bed.wait(5);
    expect(bed.kubectl('get pod init --no-headers')).toMatch(/Init:Error/);
    const state = '{.status.containerStatuses[0].state}';
    expect(bed.kubectl(`get pod init -o jsonpath=${state}`)).toBe(
      '{"waiting":{"reason":"PodInitializing"}}',
    );
  });

  it('that could not be started did so, for the runtime, when Unix time began', () => {
    bed.kubectl('run nope --image=busybox:1.36 --restart=Never --command -- /nope');
    bed.wait(5);
    expect(bed.kubectl('describe pod nope')).toContain('Thu, 01 Jan 1970 00:00:00 +0000');
  });
});

describe('a node', () => {
  it('tells when it was cordoned and uncordoned', () => {
    const bed = newBed();
    bed.kubectl('cordon node-1');
    bed.wait(12);
    bed.kubectl('uncordon node-1');
    bed.wait(12);
    const events = bed.kubectl('get events');
    expect(events).toContain('Node node-1 status is now: NodeNotSchedulable');
    expect(events).toContain('Node node-1 status is now: NodeSchedulable');
  });
});

describe('a namespace', () => {
  it('warns of pods that break a stricter level, and refuses a level that is none', () => {
    const bed = newBed();
    bed.kubectl('run one --image=nginx');
    bed.kubectl('run two --image=nginx');
    const label = 'label namespace default pod-security.kubernetes.io';
    expect(bed.kubectl(`${label}/enforce=restricted`)).toBe(
      'namespace/default labeled\n' +
        'Warning: existing pods in namespace "default" violate the new PodSecurity enforce level ' +
        '"restricted:latest"\n' +
        'Warning: one (and 1 other pod): allowPrivilegeEscalation != false, unrestricted ' +
        'capabilities, runAsNonRoot != true, seccompProfile\n',
    );
    expect(bed.kubectl(`${label}/enforce=high --overwrite`)).toBe(
      'The Namespace "default" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: ' +
        'Invalid value: "high": must be one of privileged, baseline, restricted\n',
    );
    expect(bed.kubectl(`${label}/warn-version=v9`)).toContain('must be "latest" or "v1.x"');
    expect(bed.kubectl('debug one --image=busybox:1.36 --container=d -- ls')).toContain(
      'pods "one" is forbidden: violates PodSecurity "restricted:latest"',
    );
  });
});

describe('a service', () => {
  it('keeps and loses what was allocated to it as its type changes', () => {
    const bed = newBed();
    const spec = '{type: LoadBalancer, externalTrafficPolicy: Local, ports: [{port: 80}]}';
    bed.apply(`apiVersion: v1\nkind: Service\nmetadata: {name: lb}\nspec: ${spec}\n`);
    expect(bed.kubectl('describe service lb')).toMatch(/HealthCheck NodePort: +3\d{4}\n/);
    const port = '{.spec.ports[0].nodePort}';
    const given = bed.kubectl(`get service lb -o jsonpath=${port}`);
    bed.kubectl(`patch service lb -p '{"spec":{"type":"NodePort"}}'`);
    expect(bed.kubectl(`get service lb -o jsonpath=${port}`)).toBe(given);
    expect(bed.kubectl('get service lb -o jsonpath={.spec.healthCheckNodePort}')).toBe('');
    bed.kubectl(`patch service lb -p '{"spec":{"type":"ClusterIP"}}'`);
    expect(bed.kubectl(`get service lb -o jsonpath=${port}`)).toBe('');
    const name = '{"spec":{"type":"ExternalName","externalName":"a.example"}}';
    bed.kubectl(`patch service lb -p '${name}'`);
    expect(bed.kubectl('get service lb -o jsonpath={.spec.clusterIP}')).toBe('');
    expect(bed.kubectl('get ipaddresses --no-headers').trim().split('\n')).toHaveLength(1);
  });
});

describe('Endpoints that a person wrote', () => {
  it('are mirrored to a slice while their service has no selector', () => {
    const bed = newBed();
    const service =
      '{kind: Service, apiVersion: v1, metadata: {name: far}, spec: {ports: [{port: 80}]}}';
    const write = (...ips: readonly string[]): string => {
      const addresses = ips.map((ip) => `{ip: ${ip}}`).join(', ');
      const subsets = `[{addresses: [${addresses}], ports: [{port: 80}]}]`;
      return bed.apply(
        `{kind: Endpoints, apiVersion: v1, metadata: {name: far}, subsets: ${subsets}}`,
      );
    };
    const slices = (): string => {
      bed.wait(2);
      return bed.kubectl('get endpointslices -l kubernetes.io/service-name=far --no-headers');
    };
    bed.apply(service);
    write('192.0.2.1');
    const made = slices();
    expect(made).toMatch(/^far-\w{5} +IPv4 +80 +192.0.2.1 /);
    write('192.0.2.1', '192.0.2.2');
    expect(slices()).toMatch(new RegExp(`^${made.slice(0, 9)} +IPv4 +80 +192.0.2.1,192.0.2.2 `));
    const labels = bed.kubectl('get endpointslices --show-labels');
    expect(labels).toContain('managed-by=endpointslicemirroring-controller.k8s.io');
    bed.kubectl('set selector service far app=far');
    expect(slices()).toMatch(/<unset> +<unset>/);
  });
});

describe('an open pod', () => {
  const bed = newBed();
  const resources = '{requests: {cpu: 100m}, limits: {memory: 64Mi}}';
  bed.apply(pod('web', `{containers: [{name: app, image: nginx, resources: ${resources}}]}`));
  bed.wait(5);

  it('is asked for once more by POST when the upgrade of a GET was refused', () => {
    bed.kubectl('create clusterrolebinding see --clusterrole=view --user=alice');
    expect(bed.kubectl('exec web --as=alice -- ls')).toContain(
      'User "alice" cannot create resource "pods/exec" in API group ""',
    );
  });

  it('takes no debug container for a container that it does not have', () => {
    const debug = 'debug web --image=busybox:1.36 --container=d';
    expect(bed.kubectl(`${debug} --target=nope -- ls`)).toContain(
      'The Pod "web" is invalid: spec.ephemeralContainers[0].targetContainerName: ' +
        'Not found: "nope"\n',
    );
    bed.kubectl(`${debug} --target=app -- ls`);
    expect(bed.kubectl(`${debug} --target=app -- env`)).toContain(
      'spec.ephemeralContainers: Forbidden: existing ephemeral containers "d" may not be changed',
    );
  });

  it('cannot lose a request, a limit or its class by a resize', () => {
    const resize = (change: string): string => {
      const patch = `{"spec":{"containers":[{"name":"app","resources":${change}}]}}`;
      return bed.kubectl(`patch pod web --subresource=resize -p '${patch}'`);
    };
    expect(resize('{"limits":null}')).toBe(
      'The Pod "web" is invalid: spec.containers[0].resources.limits: Forbidden: ' +
        'resource limits cannot be removed\n',
    );
    const all = '{"cpu":"1","memory":"64Mi"}';
    expect(resize(`{"requests":${all},"limits":${all}}`)).toBe(
      'The Pod "web" is invalid: spec: Invalid value: "Burstable": Pod QOS Class may not change ' +
        'as a result of resizing\n',
    );
    expect(resize('{"requests":{"memory":"1Gi"}}')).toContain(
      'must be less than or equal to memory limit of 64Mi',
    );
    expect(resize('{"requests":{"cpu":"200m"}}')).toBe('pod/web patched\n');
  });
});

describe('an exec probe', () => {
  it('that takes too long has failed with its command and its patience as the reason', () => {
    const bed = newBed();
    const probe = '{exec: {command: [sleep, "5"]}, periodSeconds: 2}';
    const app = `{name: a, image: "busybox:1.36", command: [sleep, "99"], readinessProbe: ${probe}}`;
    bed.apply(pod('slow', `{containers: [${app}]}`));
    bed.wait(6);
    expect(bed.kubectl('get events')).toContain(
      'Readiness probe failed: command timed out: "sleep 5" timed out after 1s\n',
    );
  });
});

describe('an indexed job', () => {
  it('is described with the indexes that are done', () => {
    const bed = newBed();
    const container = '{name: a, image: "busybox:1.36", command: [sh, -c, "exit 0"]}';
    const template = `{spec: {restartPolicy: Never, containers: [${container}]}}`;
    const rules = '[{action: Ignore, onPodConditions: [{type: DisruptionTarget}]}]';
    const spec =
      '{completionMode: Indexed, completions: 3, parallelism: 3, ' +
      `podFailurePolicy: {rules: ${rules}}, template: ${template}}`;
    const job = `apiVersion: batch/v1\nkind: Job\nmetadata: {name: work}\nspec: ${spec}\n`;
    expect(bed.apply(job)).toBe('job.batch/work created\n');
    const pattern = '{.spec.podFailurePolicy.rules[0].onPodConditions[0].status}';
    expect(bed.kubectl(`get job work -o jsonpath=${pattern}`)).toBe('True');
    expect(bed.kubectl('describe job work')).toMatch(/\nCompleted Indexes: +<none>\n/);
    bed.wait(10);
    expect(bed.kubectl('describe job work')).toMatch(/\nCompleted Indexes: +0-2\n/);
  });
});

describe('what tolerates everything', () => {
  it('is described without a space before it', () => {
    const bed = newBed();
    const spec = '{tolerations: [{operator: Exists}], containers: [{name: a, image: nginx}]}';
    bed.apply(pod('any', spec));
    expect(bed.kubectl('describe pod any')).toMatch(/\nTolerations: {17}op=Exists\n/);
  });
});

describe('server-side apply', () => {
  it('of a field that there is not fails with what the server says and no more', () => {
    const bed = newBed();
    const manifest = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"c"},"oops":1}';
    expect(bed.applyOnServer(manifest)).toBe(
      'Error from server: failed to create typed patch object (default/c; /v1, Kind=ConfigMap): ' +
        '.oops: field not declared in schema\n',
    );
  });
});

describe('what is named and not there', () => {
  it('is told by its name: a file by kubectl, a key of a ConfigMap by the kubelet', () => {
    const bed = newBed();
    expect(bed.kubectl('create configmap c --from-file=key=/nope')).toBe(
      'error: error reading /nope: no such file or directory\n',
    );
    bed.kubectl('create configmap c --from-literal=a=b');
    const volume = '{name: v, configMap: {name: c, items: [{key: z, path: z}]}}';
    const container = '{name: a, image: nginx, volumeMounts: [{name: v, mountPath: /v}]}';
    bed.apply(pod('p', `{containers: [${container}], volumes: [${volume}]}`));
    bed.wait(3);
    expect(bed.kubectl('get events')).toContain(
      'MountVolume.SetUp failed for volume "v" : configmap references non-existent config key: z\n',
    );
  });
});
