/**
 * The story of what the programs of a cluster do about a person's objects: rules in the kernels,
 * addresses, volumes, devices; and of who leads when a program falls silent.
 */
import { describe, expect, it } from 'vitest';
import { acted, entered, readOf, web } from './told-run.fixture.ts';

describe('a Service', () => {
  it('is written into the kernel of each node, and taken out of it when it goes', () => {
    const inputs = [
      web(2, 30),
      entered('kubectl expose deployment web --port=80', 40),
      entered('kubectl delete service web', 50),
    ];
    const read = readOf(inputs, 60);
    expect(read).toMatch(
      /kube-proxy on node-1, node-2 and node-3 writes rules .* now goes to two Pods\./,
    );
    expect(read).toContain('With its Service goes Endpoints web');
    expect(read).toContain('Service web is gone, so kube-proxy on node-1, node-2 and node-3');
  });

  it('follows its Pods, which become ready by the clock of their kubelets', () => {
    const inputs = [
      web(2, 30),
      entered('kubectl expose deployment web --port=80', 40),
      entered('kubectl set image deployment/web nginx=nginx:1.29', 45),
    ];
    expect(readOf(inputs, 60).match(/ now goes to two Pods\./g)).toHaveLength(2);
  });

  it('refuses connections as long as no Pod behind it is ready', () => {
    const read = readOf([entered('kubectl create service clusterip web --tcp=80', 30)], 40);
    expect(read).toContain('as long as no Pod behind it is ready');
  });

  it('has no rules if it is only another name', () => {
    const line = 'kubectl create service externalname docs --external-name=example.com';
    expect(readOf([entered(line, 30)], 40)).toContain('has nothing to write for Service docs');
  });
});

describe('what is reached from outside', () => {
  const inputs = [
    web(1, 40),
    entered('kubectl expose deployment web --port=80 --type=LoadBalancer', 50),
    entered('kubectl create ingress web --class=nginx --rule=web.example.com/*=web:80', 60),
    entered('curl -H "Host: web.example.com" http://172.30.255.1/', 110),
    entered('curl -H "Host: other.example.com" http://172.30.255.1/', 112),
  ];
  const read = readOf(inputs, 115, 'with-ingress');

  it('is given its address by the programs that know it', () => {
    expect(read).toContain('cloud-controller-manager writes 172.30.255.2 into Service web');
    expect(read).toContain('nginx-ingress-controller writes 172.30.255.1 into Ingress web');
  });

  it('goes through a proxy that knows the rules', () => {
    expect(read).toContain('writes the rules into the configuration of its nginx');
    expect(read).toContain('a rule of Ingress web means Service web');
    expect(read).toContain('no rule of any Ingress means this. nginx answers 404 itself.');
  });
});

describe('a port that kubectl forwards', () => {
  it('leads through the API server and the kubelet into the Pod', () => {
    const inputs = [
      web(1, 30),
      entered('kubectl port-forward deployment/web 8080:80', 40),
      entered('curl localhost:8080', 42),
    ];
    const read = readOf(inputs, 45);
    expect(read).toMatch(
      /kubectl hands the connection .* It ends inside Pod \S+, at 127\.0\.0\.1:80/,
    );
    expect(read).toContain('curl spoke to a port of your own machine.');
    expect(read).not.toContain('kubectl has no part in it');
  });
});

describe('a claim whose class waits', () => {
  const claim =
    '{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data}, spec: ' +
    '{accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}';
  const pod = `{apiVersion: v1, kind: Pod, metadata: {name: db}, spec: {
    volumes: [{name: v, persistentVolumeClaim: {claimName: data}}],
    containers: [{name: c, image: 'nginx:1.28', volumeMounts: [{name: v, mountPath: /d}]}]}}`;

  it('gets a volume when the scheduler has chosen the node of its first Pod', () => {
    const inputs = [
      entered('kubectl apply -f -', 60, claim),
      entered('kubectl apply -f -', 64, pod),
    ];
    const read = readOf(inputs, 80, 'everyday');
    const order = [
      'waits for the first Pod that uses it',
      'that its first Pod goes to node-',
      'local-path-provisioner creates PersistentVolume',
      'writes Bound into PersistentVolumeClaim data',
    ].map((part) => read.indexOf(part));
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
  });
});

describe('metrics', () => {
  it('come from another server', () => {
    const read = readOf([entered('kubectl top nodes', 70)], 75, 'everyday');
    expect(read).toContain('Another server has answered; the API server only passed the request');
  });
});

describe('a NetworkPolicy', () => {
  it('is written into the kernel where it selects Pods', () => {
    const policy =
      '{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: deny}, spec: ' +
      '{podSelector: {}, policyTypes: [Ingress]}}';
    const inputs = [
      web(1, 40),
      entered('kubectl apply -f -', 50, policy),
      entered('kubectl delete networkpolicy deny', 55),
    ];
    const read = readOf(inputs, 60, 'network-policies');
    expect(read).toMatch(/Calico on node-\d writes NetworkPolicy deny into the kernel/);
    expect(read).toMatch(/NetworkPolicy deny is gone, so Calico on node-\d takes its rules out/);
  });
});

describe('a claim of devices', () => {
  it('keeps what the scheduler has chosen until its Pod is gone', () => {
    const claim =
      '{apiVersion: resource.k8s.io/v1, kind: ResourceClaim, metadata: {name: g}, spec: {devices: ' +
      '{requests: [{name: gpu, exactly: {deviceClassName: gpu.example.com}}]}}}';
    const pod = `{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {
      resourceClaims: [{name: g, resourceClaimName: g}],
      containers: [{name: c, image: 'nginx:1.28', resources: {claims: [{name: g}]}}]}}`;
    const inputs = [
      entered('kubectl apply -f -', 40, claim),
      entered('kubectl apply -f -', 43, pod),
      entered('kubectl delete pod a', 55),
    ];
    const read = readOf(inputs, 65, 'with-gpus');
    expect(read).toMatch(/into ResourceClaim g what it has chosen, gpu-\d, and for which Pods: a/);
    expect(read).toContain('takes the Pod out of ResourceClaim g');
  });
});

describe('a Pod for another scheduler', () => {
  it('waits for a program of that name', () => {
    const pod = `{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: {
      schedulerName: nobody, containers: [{name: c, image: 'nginx:1.28'}]}}`;
    const read = readOf([entered('kubectl apply -f -', 30, pod)], 40);
    expect(read).toContain('It names the scheduler nobody: only a program of that name');
  });
});

describe('a program that falls silent', () => {
  it('is replaced by the instance that takes its Lease', () => {
    const read = readOf([acted('stop_component kcm', 32)], 60, 'two-managers');
    expect(read).toContain('holds the Lease kube-controller-manager now');
  });

  it('is replaced by another member of etcd, as long as a majority is left', () => {
    const inputs = [acted('stop_component etcd/m2', 60), acted('stop_component etcd/m3', 70)];
    const read = readOf(inputs, 75, 'three-members');
    expect(read).toContain('A majority of the etcd members has voted for m3');
    expect(read).toContain('Member m1 of etcd hears from no leader any more');
    expect(read).not.toContain('has voted for m1');
  });

  it('is told of only if there is such a program, or such a container', () => {
    const read = readOf([acted('stop_component etcd', 60)], 62, 'three-members');
    expect(read).toContain('“stop_component etcd” cannot be done here: there is no process etcd.');
    expect(read).not.toContain('Somebody stops');
    expect(readOf([acted('end_process web', 32)], 33)).toContain('no container web runs');
  });
});

describe('a static Pod', () => {
  const manifest =
    '{apiVersion: v1, kind: Pod, metadata: {name: st}, spec: {terminationGracePeriodSeconds: 2, ' +
    "containers: [{name: c, image: 'nginx:1.28'}]}}";
  const inputs = [
    acted(`put_manifest 1 ${manifest}`, 30),
    entered('kubectl delete pod st-node-1', 45),
    acted('rm_manifest 1', 60),
  ];
  const read = readOf(inputs, 75);

  it('is told from the file on', () => {
    expect(read).toContain('The kubelet of node-1 reads the file itself');
    expect(read).toContain('creates a mirror of it in the API');
    expect(read).toContain('reports Pod st-node-1 Running and Ready');
  });

  it('goes on without its mirror, and ends with its file', () => {
    expect(read).toContain('It is a mirror: on the node nothing ends.');
    expect(read).toContain('removes the marked mirror Pod st-node-1');
    expect(read).toContain('ends Pod st-node-1 itself; nobody has deleted it.');
    expect(read).not.toContain('the kubelet will start them again');
    expect(read.match(/The containers are gone/g)).toHaveLength(1);
  });
});

describe('kube-proxy', () => {
  it('writes all rules again when it has started', () => {
    const read = readOf([acted('set_proxy_mode 1 nftables', 31)], 40);
    expect(read).toContain('kube-proxy on node-1 has started and writes all rules');
  });
});
