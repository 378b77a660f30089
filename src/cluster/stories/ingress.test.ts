/** Requests from outside through an ingress controller, and what its answers say. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import type { CommandResult } from '#cluster/client/kubectl/kubectl';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { clusterOf } from '#scenarios/clusters';

const bed = new ClusterBed({ ...clusterOf(3), loadBalancer: true, ingress: true, dns: 'coredns' });
bed.wait(30);
bed.run('create deployment web --image=nginx --replicas=2');
bed.run('expose deployment web --port=80');
bed.run('create deployment shop --image=httpd');
bed.run('expose deployment shop --port=8080 --target-port=80');
bed.wait(25);

/** A line as it is typed on a machine that is no node. */
function curl(words: string): CommandResult {
  const line = `curl -s ${words}`;
  const result = bed.simulation.runCommand({ line, user: 'admin' }, seconds(200));
  if (result === undefined) throw new Error(`no end: ${line}`);
  return result;
}

const address = 'http://172.30.255.1';
const asked = (host: string, path = '/'): string =>
  curl(`-i -H 'Host: ${host}' ${address}${path}`).stdout;
const log = (): string =>
  bed.run('-n ingress-nginx logs deployment/ingress-nginx-controller --tail=1');

describe('a cluster with an ingress controller', () => {
  it('runs it behind a Service of type LoadBalancer, and has a default class', () => {
    expect(bed.run('-n ingress-nginx get pods')).toMatch(
      /^ingress-nginx-controller-\S+ +1\/1 +Run/m,
    );
    expect(bed.run('-n ingress-nginx get services')).toMatch(
      /^ingress-nginx-controller +LoadBalancer +\S+ +172\.30\.255\.1 +80:\d+\/TCP,443:\d+\/TCP/m,
    );
    expect(bed.run('get ingressclass')).toMatch(/^nginx +k8s\.io\/ingress-nginx +<none>/m);
  });

  it('answers 404 as long as no rule is there', () => {
    const answer = asked('web.example');
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer).toContain('<center><h1>404 Not Found</h1></center>');
    expect(log()).toMatch(
      /"GET \/ HTTP\/1\.1" 404 \d+ .* \[upstream-default-backend\] \[\] - - - - /,
    );
  });

  it('gives an Ingress without a class the default one, and reloads for its rules', () => {
    bed.run(
      "create ingress shop --rule='web.example/*=web:80' --rule='web.example/shop=shop:8080'",
    );
    const path = 'jsonpath={.spec.ingressClassName}';
    expect(bed.run(`get ingress shop -o '${path}'`)).toBe('nginx');
    bed.wait(6);
    expect(bed.run('describe ingress shop')).toMatch(
      /Normal +Sync +\S+ +nginx-ingress-controller +Scheduled for sync/,
    );
    expect(bed.run('-n ingress-nginx get events')).toMatch(
      /Normal +RELOAD +pod\/ingress-nginx-controller-\S+ +NGINX reload triggered due to a change/,
    );
  });

  it('passes a request on by host and path to a Pod, and the answer back', () => {
    const answer = asked('web.example');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\nDate: /);
    expect(answer).toContain('Welcome to nginx!');
    expect(asked('web.example', '/shop')).toContain('not found on this server');
    const shown = bed.facts('RequestProxied');
    expect(shown.at(-2)).toMatchObject({ ingress: 'default/shop', service: 'default/web' });
    expect(shown.at(-1)).toMatchObject({ ingress: 'default/shop', service: 'default/shop' });
    expect(asked('other.example')).toContain('404 Not Found');
  });

  it('goes to the endpoints in turn, past the address of the Service', () => {
    const before = bed.facts('RequestProxied').length;
    for (let n = 0; n < 4; n++) asked('web.example');
    const endpoints = bed
      .facts('RequestProxied')
      .slice(before)
      .map(({ endpoint }) => endpoint);
    expect(new Set(endpoints).size).toBe(2);
    expect(endpoints[0]).toBe(endpoints[2]);
    const slices = bed.run('get endpointslices -l kubernetes.io/service-name=web -o wide');
    for (const endpoint of endpoints) expect(slices).toContain(endpoint.replace(/:80$/, ''));
  });

  it('tells the Pod who asked, and writes a line with the name of the backend', () => {
    asked('web.example');
    expect(log()).toMatch(
      /^\S+ - - \[01\/Jan\/2026:\d\d:\d\d:\d\d \+0000\] "GET \/ HTTP\/1\.1" 200 \d+ "-" "curl\/\S+" /,
    );
    expect(log()).toMatch(
      / \[default-web-80\] \[\] 10\.244\.\d+\.\d+:80 \d+ 0\.\d{3} 200 [0-9a-f]{32}$/m,
    );
  });

  it('writes the address of its load balancer into the Ingress, within a minute', () => {
    bed.wait(60);
    expect(bed.run('get ingress shop')).toMatch(
      /^shop +nginx +web\.example +172\.30\.255\.1 +80 +\S+$/m,
    );
    expect(bed.run('describe ingress shop')).toMatch(/Address: +172\.30\.255\.1\n/);
    expect(bed.run('describe ingress shop')).toMatch(/Ingress Class: +nginx\n/);
  });

  it('hears of Pods that come and go without a reload; 503 when none is left', () => {
    const reloads = () => bed.facts('ProxyConfigured').filter((fact) => fact.reloads).length;
    const before = reloads();
    bed.run('scale deployment web --replicas=0');
    bed.wait(10);
    const answer = asked('web.example');
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Temporarily Unavailable\r\n/);
    expect(bed.facts('RequestProxied').at(-1)).toMatchObject({ status: 503, endpoint: '' });
    expect(reloads()).toBe(before);
    bed.run('scale deployment web --replicas=1');
    bed.wait(12);
    expect(asked('web.example')).toContain('Welcome to nginx!');
  });

  it('leaves Ingresses of other classes alone', () => {
    bed.run("create ingress other --class=other --rule='other.example/*=web:80'");
    bed.wait(70);
    expect(asked('other.example')).toContain('404 Not Found');
    expect(bed.run('get ingress other')).toMatch(/^other +other +other\.example +80 /m);
    expect(bed.run('describe ingress other')).toMatch(/Events: +<none>/);
  });

  it('forgets the rules of an Ingress that is deleted', () => {
    bed.run('delete ingress shop');
    bed.wait(6);
    expect(asked('web.example')).toContain('404 Not Found');
  });

  it('takes its address out of the Ingresses when it is the last to go', () => {
    bed.run("create ingress last --rule='last.example/*=web:80'");
    bed.wait(70);
    expect(bed.run('get ingress last')).toContain('172.30.255.1');
    bed.run('-n ingress-nginx scale deployment ingress-nginx-controller --replicas=0');
    bed.wait(15);
    const path = 'jsonpath={.status}';
    expect(bed.run(`get ingress last -o '${path}'`)).toBe('{"loadBalancer":{}}');
    const refused = curl(`-S ${address}`);
    expect(refused.exitCode).toBe(7);
  });
});
