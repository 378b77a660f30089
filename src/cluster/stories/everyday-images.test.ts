/** Commonly used images, as seen from outside. */
import { describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

const simulation = new ClusterSimulation({ ...clusterOf(1), dns: 'coredns' }, 1, allParts);
simulation.sim.run(seconds(40));

function kubectl(line: string): string {
  const result = simulation.runCommand({ argv: splitWords(line), user: 'admin' }, seconds(60));
  return `${result?.stdout ?? ''}${result?.stderr ?? ''}`;
}

function wait(time: number): void {
  simulation.sim.run(simulation.sim.now + seconds(time));
}

describe('nginx behind a Service', () => {
  it('is pulled in its layers, which takes a moment, and answers with its welcome page', () => {
    kubectl('run nginx --image=nginx --port=80 --expose');
    wait(10);
    expect(kubectl('describe pod nginx')).toMatch(
      /Successfully pulled image "nginx" in 3\.\d+s .* Image size: 63110572 bytes\./,
    );
    const layers = simulation.tracer.facts.filter(
      (fact) => fact.type === 'RuntimeStep' && fact.step === 'layer-fetched',
    );
    expect(layers.length).toBeGreaterThanOrEqual(7);
    kubectl('run visitor --image=busybox --restart=Never -- wget -qO- http://nginx');
    wait(10);
    expect(kubectl('logs visitor')).toContain('<h1>Welcome to nginx!</h1>');
  });

  it('writes a line for each request to its log, with the address of the client', () => {
    kubectl('run lost --image=busybox --restart=Never -- wget -qO- http://nginx/nope');
    wait(10);
    const lines = kubectl('logs nginx').split('\n');
    expect(lines).toContainEqual(
      expect.stringMatching(
        /^10\.244\.0\.\d+ - - \[01\/Jan\/2026:00:0\d:\d\d \+0000\] "GET \/ HTTP\/1\.1" 200 896 "-" "Wget" "-"$/,
      ),
    );
    expect(lines).toContainEqual(
      expect.stringContaining(
        'open() "/usr/share/nginx/html/nope" failed (2: No such file or directory)',
      ),
    );
  });

  it('serves what a ConfigMap puts in the place of its page', () => {
    kubectl('create configmap page --from-literal=index.html=hello');
    kubectl(
      'run own --image=nginx --port=80 --expose --overrides=' +
        '\'{"spec":{"containers":[{"name":"own","image":"nginx","volumeMounts":[{"name":"page",' +
        '"mountPath":"/usr/share/nginx/html"}]}],"volumes":[{"name":"page","configMap":' +
        '{"name":"page"}}]}}\'',
    );
    wait(10);
    kubectl('run reader --image=busybox --restart=Never -- wget -qO- http://own');
    wait(10);
    // The page ends without a newline, and so does the log.
    expect(kubectl('logs reader')).toBe('hello');
  });

  it('does not start as a user who may not write where it keeps large requests', () => {
    kubectl(
      'run user --image=nginx --restart=Never --overrides=' +
        '\'{"spec":{"securityContext":{"runAsUser":1000}}}\'',
    );
    wait(10);
    expect(kubectl('logs user')).toContain(
      'nginx: [emerg] mkdir() "/var/cache/nginx/client_temp" failed (13: Permission denied)',
    );
    expect(kubectl('get pod user')).toMatch(/0\/1 +Error/);
  });

  it('is gone within a second after its Pod was deleted: QUIT ends it', () => {
    const before = simulation.sim.now;
    kubectl('delete pod nginx');
    expect(simulation.sim.now - before).toBeLessThan(seconds(3));
  });
});

describe('containers of everyday images', () => {
  it('take connections on the port of the image and answer with its page', () => {
    kubectl('run web --image=httpd --port=80 --expose');
    kubectl('run cache --image=redis');
    wait(10);
    kubectl('run client --image=alpine --restart=Never -- wget -qO- http://web');
    wait(10);
    expect(kubectl('logs client')).toContain('<p>It works!</p>\n');
    expect(kubectl('logs cache')).toContain('Ready to accept connections');
    expect(kubectl('get pods cache web').match(/1\/1 +Running/g)).toHaveLength(2);
  });

  it('a database without a password says what it wants and ends', () => {
    kubectl('run wrong --image=postgres:17 --restart=Never');
    kubectl('run right --image=postgres:17 --env=POSTGRES_PASSWORD=secret');
    wait(15);
    expect(kubectl('logs wrong')).toContain('superuser password is not specified');
    expect(kubectl('get pod wrong')).toMatch(/0\/1 +Error/);
    expect(kubectl('get pod right')).toMatch(/1\/1 +Running/);
  });

  it('a database with less memory than it takes is killed for it', () => {
    kubectl(
      'run small --image=mysql --restart=Never --env=MYSQL_ROOT_PASSWORD=x --overrides=' +
        '\'{"spec":{"containers":[{"name":"small","image":"mysql","env":[{"name":"MYSQL_ROOT_PASSWORD",' +
        '"value":"x"}],"resources":{"limits":{"memory":"128Mi"}}}]}}\'',
    );
    wait(15);
    expect(kubectl('get pod small')).toMatch(/0\/1 +OOMKilled/);
  });

  it('a program that only greets is done, and a shell is not to be had in an image without one', () => {
    kubectl('run hello --image=hello-world --restart=Never');
    kubectl('run whoami --image=traefik/whoami');
    wait(10);
    expect(kubectl('get pod hello')).toMatch(/0\/1 +Completed/);
    expect(kubectl('logs hello')).toContain('Hello from Docker!');
    expect(kubectl('exec whoami -- sh')).toContain('exec: "sh": executable file not found');
  });

  it('end at SIGTERM without waiting for the end of the grace period', () => {
    const before = simulation.sim.now;
    kubectl('delete pod cache');
    expect(simulation.sim.now - before).toBeLessThan(seconds(5));
  });
});

describe('the images of Kubernetes’ own pages', () => {
  it('has curl in nginx, and by itself', () => {
    kubectl('run page --image=nginx:1.25 --port=80 --expose');
    wait(12);
    expect(kubectl('exec page -- curl -s http://page')).toContain('Welcome to nginx!');
    const words = 'run --restart=Never --image=curlimages/curl';
    kubectl(`${words} asks -- -s -o /dev/null -w %{http_code} http://page`);
    kubectl(`${words} names -- curl -s http://page`);
    wait(10);
    expect(kubectl('logs asks')).toBe('200');
    expect(kubectl('logs names')).toContain('Welcome to nginx!');
  });

  it('goes from the bootcamp’s first version to its second, which names its Pod', () => {
    const image = 'gcr.io/google-samples/kubernetes-bootcamp:v1';
    kubectl(`create deployment bootcamp --image=${image} --port=8080`);
    kubectl('expose deployment bootcamp');
    wait(15);
    kubectl('set image deployment/bootcamp *=docker.io/jocatalin/kubernetes-bootcamp:v2');
    wait(50);
    expect(kubectl('exec page -- curl -s bootcamp:8080')).toMatch(
      /^Hello Kubernetes bootcamp! \| Running on: bootcamp-\S+ \| v=2\n$/,
    );
  });

  it('has the systems that people start a shell in, each with its own release', () => {
    kubectl('run alpine --image=alpine:3.22 -- sleep 60');
    kubectl('run ubuntu --image=ubuntu -- sleep 60');
    wait(15);
    expect(kubectl('exec alpine -- sh -c "cat /etc/alpine-release; apk add curl"')).toBe(
      '3.22.2\nsh: apk: not simulated\ncommand terminated with exit code 127\n',
    );
    expect(kubectl('exec ubuntu -- bash -c ". /etc/os-release; echo $PRETTY_NAME; ps"')).toBe(
      'Ubuntu 24.04 LTS\nbash: ps: not simulated\ncommand terminated with exit code 127\n',
    );
  });

  it('looks up names with the search list in busybox 1.28', () => {
    kubectl('run look --image=busybox:1.28 --restart=Never -- nslookup kubernetes.default');
    kubectl('run miss --image=busybox:1.28 --restart=Never -- nslookup nobody');
    wait(12);
    expect(kubectl('logs look')).toBe(
      'Server:    10.96.0.10\n' +
        'Address 1: 10.96.0.10 kube-dns.kube-system.svc.cluster.local\n\n' +
        'Name:      kubernetes.default\n' +
        'Address 1: 10.96.0.1 kubernetes.default.svc.cluster.local\n',
    );
    expect(kubectl('logs miss')).toContain("\n\nnslookup: can't resolve 'nobody'\n");
  });

  it('computes pi in a Job of perl', () => {
    kubectl('create job pi --image=perl:5.34.0 -- perl -Mbignum=bpi -wle "print bpi(1001)"');
    wait(60);
    expect(kubectl('get job pi')).toMatch(/^pi +Complete +1\/1/m);
    const digits = kubectl('logs job/pi').trim();
    expect(digits).toMatch(/^3\.14159265358979323846264338327950288/);
    expect(digits).toHaveLength(1002);
    expect(digits.endsWith('2164201989')).toBe(true);
  });
});
