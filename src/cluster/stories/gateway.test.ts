/** Requests from outside through a Gateway, and what its objects are told. */
import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { ClusterBed } from '#cluster/cluster-bed.fixture';
import { clusterOf } from '#scenarios/clusters';

const bed = new ClusterBed({ ...clusterOf(3), loadBalancer: true, gateway: true, dns: 'coredns' });
bed.wait(30);
for (const name of ['web', 'shop']) {
  bed.run(`create deployment ${name} --image=${name === 'web' ? 'nginx' : 'httpd'}`);
  bed.run(`expose deployment ${name} --port=80`);
}
bed.wait(25);

/** For shop.example, *.shop.example and 172.30.255.1, and signed by itself. */
const pem = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBszCCAVqgAwIBAgIUWZLHeHUQJ9zoZEUBl3fc0M4cLaYwCgYIKoZIzj0EAwIw',
  'FzEVMBMGA1UEAwwMc2hvcC5leGFtcGxlMB4XDTI2MTEyOTA1NDU1OVoXDTM2MTEy',
  'NjA1NDU1OVowFzEVMBMGA1UEAwwMc2hvcC5leGFtcGxlMFkwEwYHKoZIzj0CAQYI',
  'KoZIzj0DAQcDQgAEU2GgkMrIVBCJR5/BJceVoV5rWXAgUaCEFLE5Wk5PPeuDlKv5',
  'AfMNuY4BIcrYhILu8cxs+fR/tkoKjJBXkSOxS6OBgzCBgDAdBgNVHQ4EFgQUXR3u',
  'fu2Ad59LiplTFQhbhAZRw8wwHwYDVR0jBBgwFoAUXR3ufu2Ad59LiplTFQhbhAZR',
  'w8wwDwYDVR0TAQH/BAUwAwEB/zAtBgNVHREEJjAkggxzaG9wLmV4YW1wbGWCDiou',
  'c2hvcC5leGFtcGxlhwSsHv8BMAoGCCqGSM49BAMCA0cAMEQCICX776X4jBImATbu',
  'Fr+wTWB579EcUlj/RUwBme5ju9LhAiBCMBasASoLOhA0W4RnXBsZtAQIcxGMMHLP',
  'mtIPY57dig==',
  '-----END CERTIFICATE-----',
].join('\n');
const key = '-----BEGIN PRIVATE KEY-----\nMAA=\n-----END PRIVATE KEY-----\n';

const apiVersion = 'gateway.networking.k8s.io/v1';
const http = { name: 'http', port: 80, protocol: 'HTTP' };
const gateway = (name: string, gatewayClassName: string, ...listeners: readonly object[]) => ({
  ...{ apiVersion, kind: 'Gateway', metadata: { name } },
  spec: { gatewayClassName, listeners },
});
const to = (name: string, more: object = {}) => ({ name, port: 80, ...more });
const route = (name: string, hostname: string, ...rules: readonly object[]) => ({
  ...{ apiVersion, kind: 'HTTPRoute', metadata: { name } },
  spec: { parentRefs: [{ name: 'edge' }], hostnames: [hostname], rules },
});

/** A line as it is typed on a machine that is no node. */
function curl(words: string): string {
  const result = bed.simulation.runCommand(
    { line: `curl -s ${words}`, user: 'admin' },
    seconds(200),
  );
  if (result === undefined) throw new Error(`no end: ${words}`);
  return result.stdout;
}

const asked = (host: string, path = '/', more = ''): string =>
  curl(`-i ${more} -H 'Host: ${host}' http://172.30.255.1${path}`);
const conditions = (what: string, where = '.status.conditions'): string =>
  bed.run(
    `get ${what} -o 'jsonpath={range ${where}[*]}{.type}={.status} {.reason}: {.message}{"\\n"}{end}'`,
  );
const parents = (name: string) => conditions(`httproute ${name}`, '.status.parents[*].conditions');

describe('a cluster with the Gateway API', () => {
  it('has its kinds as custom resources, and a class that a controller has accepted', () => {
    expect(bed.run('api-resources --api-group=gateway.networking.k8s.io -o name')).toBe(
      ['gatewayclasses', 'gateways', 'httproutes', 'referencegrants']
        .map((name) => `${name}.gateway.networking.k8s.io\n`)
        .join(''),
    );
    expect(bed.run('get gatewayclass')).toMatch(
      /^NAME +CONTROLLER +ACCEPTED +AGE\ntraefik +traefik\.io\/gateway-controller +True +\S+\n$/,
    );
    expect(bed.run('-n traefik get pods')).toMatch(/^traefik-\S+ +1\/1 +Running/m);
  });

  it('answers 404 as long as no route is there', () => {
    const answer = asked('web.example');
    expect(answer).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(answer).toContain('X-Content-Type-Options: nosniff');
    expect(answer).toMatch(/404 page not found\n$/);
  });

  it('leaves a Gateway alone whose class nobody has: it waits for a controller', () => {
    bed.apply(gateway('lost', 'other', http));
    bed.wait(2);
    expect(conditions('gateway lost')).toBe(
      'Accepted=Unknown Pending: Waiting for controller\n' +
        'Programmed=Unknown Pending: Waiting for controller\n',
    );
    bed.run('delete gateway lost');
  });

  it('gives a Gateway of its class the address of its load balancer', () => {
    bed.apply(gateway('edge', 'traefik', http));
    bed.wait(2);
    expect(bed.run('get gateway')).toMatch(
      /^NAME +CLASS +ADDRESS +PROGRAMMED +AGE\nedge +traefik +172\.30\.255\.1 +True +\S+\n$/,
    );
    expect(conditions('gateway edge')).toBe(
      'Accepted=True Accepted: Gateway successfully scheduled\n' +
        'Programmed=True Programmed: Gateway successfully programmed\n',
    );
    expect(conditions('gateway edge', '.status.listeners[*].conditions')).toBe(
      'Accepted=True Accepted: No error found\nResolvedRefs=True ResolvedRefs: No error found\n' +
        'Programmed=True Programmed: No error found\n',
    );
  });

  it('fills in what a route leaves out, and refuses what its schema does not know', () => {
    const written = route('web', 'web.example', { backendRefs: [to('web')] });
    expect(bed.apply(written)).toContain('httproute.gateway.networking.k8s.io/web created');
    const path = 'jsonpath={.spec.rules[0].matches} {.spec.rules[0].backendRefs[0].weight}';
    expect(bed.run(`get httproute web -o '${path}'`)).toBe(
      '[{"path":{"type":"PathPrefix","value":"/"}}] 1',
    );
    const wrong = route('wrong', 'web.example', { backends: [to('web')] });
    expect(bed.apply(wrong)).toContain('unknown field "spec.rules[0].backends"');
    const method = route('wrong', 'web.example', { matches: [{ method: 'FETCH' }] });
    expect(bed.apply(method)).toContain(
      'spec.rules[0].matches[0].method: Unsupported value: "FETCH": supported values: "GET", ',
    );
  });

  it('refuses names, hosts, paths and references that make no sense, in the words of its rules', () => {
    const rules = [{ backendRefs: [to('web')] }];
    expect(bed.apply(route('wrong', 'Web_1.example', ...rules))).toContain(
      'spec.hostnames[0]: Invalid value: "Web_1.example": spec.hostnames[0] in body should match ' +
        `'^(\\*\\.)?[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'`,
    );
    const path = { matches: [{ path: { type: 'Exact', value: 'shop' } }] };
    expect(bed.apply(route('wrong', 'web.example', path))).toContain(
      "value must be an absolute path and start with '/' when type one of ['Exact', 'PathPrefix']",
    );
    expect(bed.apply(route('wrong', 'web.example', { backendRefs: [{ name: 'web' }] }))).toContain(
      'spec.rules[0].backendRefs[0]: Invalid value: Must have port for Service reference',
    );
    const filters = [{ type: 'RequestRedirect', requestRedirect: { scheme: 'https' } }];
    expect(
      bed.apply(route('wrong', 'web.example', { filters, backendRefs: [to('web')] })),
    ).toContain('RequestRedirect filter must not be used together with backendRefs');
    const rewrite = { path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/' } };
    const exact = [{ path: { type: 'Exact', value: '/a' } }];
    const both = { matches: exact, filters: [{ type: 'URLRewrite', urlRewrite: rewrite }] };
    expect(bed.apply(route('wrong', 'web.example', both))).toContain(
      'When using URLRewrite filter with path.replacePrefixMatch, exactly one PathPrefix match must',
    );
    const twice = gateway('wrong', 'traefik', http, { ...http, name: 'again' });
    expect(bed.apply(twice)).toContain(
      'Combination of port, protocol and hostname must be unique for each listener',
    );
    const tls = gateway('wrong', 'traefik', { ...http, tls: { mode: 'Terminate' } });
    expect(bed.apply(tls)).toContain(
      "tls must not be specified for protocols ['HTTP', 'TCP', 'UDP']",
    );
    const bare = { name: 'https', port: 443, protocol: 'HTTPS', tls: { mode: 'Terminate' } };
    expect(bed.apply(gateway('wrong', 'traefik', bare))).toContain(
      'spec.listeners[0].tls: Invalid value: "object": rule evaluation error: no such key: ' +
        'certificateRefs evaluating rule: certificateRefs or options must be specified when mode is ',
    );
  });

  it('passes a request on to a Pod, and tells route and listener so', () => {
    bed.wait(3);
    expect(asked('web.example')).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*Welcome to nginx!/);
    expect(bed.facts('RequestProxied').at(-1)).toMatchObject({
      ...{ rule: 'HTTPRoute', ingress: 'default/web', service: 'default/web', status: 200 },
    });
    expect(parents('web')).toBe('Accepted=True Accepted: \nResolvedRefs=True ResolvedRefs: \n');
    const attached = 'jsonpath={.status.listeners[0].attachedRoutes}';
    expect(bed.run(`get gateway edge -o '${attached}'`)).toBe('1');
    expect(bed.run('-n traefik logs deployment/traefik --tail=1')).toMatch(
      /^\S+ - - \[01\/Jan\/2026:\S+ \+0000\] "GET \/ HTTP\/1\.1" 200 \d+ "-" "-" \d+ "httproute-default-web-gw-default-edge-ep-web-0-[0-9a-f]{20}@kubernetesgateway" "http:\/\/10\.244\.\d+\.\d+:80" \d+ms\n$/,
    );
  });

  it('goes by the longest path, an exact one first, then by method and header', () => {
    const prefix = (value: string) => [{ path: { type: 'PathPrefix', value } }];
    bed.apply(
      route(
        'web',
        'web.example',
        { backendRefs: [to('web')] },
        { matches: prefix('/shop'), backendRefs: [to('shop')] },
        { matches: [{ headers: [{ name: 'X-Canary', value: 'yes' }] }], backendRefs: [to('shop')] },
        { matches: [{ method: 'POST' }], backendRefs: [to('shop')] },
      ),
    );
    bed.wait(4);
    const service = (path: string, more = ''): string => {
      asked('web.example', path, more);
      return bed.facts('RequestProxied').at(-1)?.service ?? '';
    };
    expect(service('/')).toBe('default/web');
    expect(service('/shop/cart')).toBe('default/shop');
    expect(service('/shopping')).toBe('default/web');
    expect(service('/', "-H 'X-Canary: yes'")).toBe('default/shop');
    expect(service('/', "-H 'X-Canary: no'")).toBe('default/web');
    expect(service('/', '-X POST')).toBe('default/shop');
  });

  it('shares requests out by weight', () => {
    const backendRefs = [to('web', { weight: 9 }), to('shop', { weight: 1 })];
    bed.apply(route('web', 'web.example', { backendRefs }));
    bed.wait(4);
    const before = bed.facts('RequestProxied').length;
    for (let n = 0; n < 20; n++) asked('web.example');
    const services = bed.facts('RequestProxied').slice(before);
    expect(services.filter(({ service }) => service === 'default/shop')).toHaveLength(2);
  });

  it('redirects, and changes headers on the way', () => {
    bed.apply(
      route(
        'web',
        'web.example',
        {
          matches: [{ path: { type: 'PathPrefix', value: '/old' } }],
          filters: [
            {
              type: 'RequestRedirect',
              requestRedirect: {
                path: { type: 'ReplacePrefixMatch', replacePrefixMatch: '/new' },
                statusCode: 301,
              },
            },
          ],
        },
        {
          filters: [
            {
              type: 'ResponseHeaderModifier',
              responseHeaderModifier: { set: [{ name: 'X-By', value: 'gateway' }] },
            },
          ],
          backendRefs: [to('web')],
        },
      ),
    );
    bed.wait(4);
    expect(asked('web.example', '/old/page')).toMatch(
      /^HTTP\/1\.1 301 Moved Permanently\r\n[\s\S]*Location: http:\/\/web\.example\/new\/page\r\n/,
    );
    expect(asked('web.example')).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*X-By: gateway\r\n/);
  });

  it('says what a route refers to in vain, and answers 500 in its place', () => {
    bed.apply(route('web', 'web.example', { backendRefs: [to('gone')] }));
    bed.wait(4);
    expect(parents('web')).toBe(
      'Accepted=True Accepted: \nResolvedRefs=False BackendNotFound: Cannot load HTTPBackendRef ' +
        'core/Service/default/gone: getting service: service "gone" not found\n',
    );
    expect(asked('web.example')).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/);
  });

  it('needs a ReferenceGrant for a Service of another namespace', () => {
    bed.run('create namespace other');
    bed.run('-n other create deployment far --image=nginx');
    bed.run('-n other expose deployment far --port=80');
    bed.apply(route('web', 'web.example', { backendRefs: [to('far', { namespace: 'other' })] }));
    bed.wait(12);
    expect(parents('web')).toContain(
      'ResolvedRefs=False RefNotPermitted: Cannot load HTTPBackendRef core/Service/other/far: ' +
        'missing ReferenceGrant\n',
    );
    const from = [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', namespace: 'default' }];
    bed.apply({
      ...{ apiVersion, kind: 'ReferenceGrant' },
      metadata: { name: 'from-default', namespace: 'other' },
      spec: { from, to: [{ group: '', kind: 'Service' }] },
    });
    bed.wait(4);
    expect(parents('web')).toContain('ResolvedRefs=True');
    expect(asked('web.example')).toContain('Welcome to nginx!');
  });

  it('accepts a route only where listener and route name a common host', () => {
    bed.apply(gateway('edge', 'traefik', { ...http, hostname: '*.example' }));
    bed.apply(route('other', 'other.test', { backendRefs: [to('web')] }));
    bed.wait(4);
    expect(parents('other')).toContain('Accepted=False NoMatchingListenerHostname: \n');
    expect(parents('web')).toContain('Accepted=True Accepted: \n');
    expect(asked('other.test')).toContain('404 page not found');
  });

  it('accepts routes of other namespaces only where the listener allows them', () => {
    const far = route('far', 'far.example', { backendRefs: [to('far')] });
    const parentRefs = [{ name: 'edge', namespace: 'default' }];
    const { metadata, spec } = far;
    bed.apply({
      ...far,
      metadata: { ...metadata, namespace: 'other' },
      spec: { ...spec, parentRefs },
    });
    bed.wait(4);
    const told = () => conditions('httproute far -n other', '.status.parents[*].conditions');
    expect(told()).toContain('Accepted=False NotAllowedByListeners: \n');
    const allowedRoutes = { namespaces: { from: 'All' } };
    bed.apply(gateway('edge', 'traefik', { ...http, allowedRoutes }));
    bed.wait(4);
    expect(told()).toContain('Accepted=True Accepted: \n');
    expect(asked('far.example')).toContain('Welcome to nginx!');
  });

  it('cannot serve a listener at a port that it does not have, and says so', () => {
    bed.apply(gateway('edge', 'traefik', { ...http, port: 81 }));
    bed.wait(4);
    expect(conditions('gateway edge')).toBe(
      'Accepted=False ListenersNotValid: At least one Listener must be valid\n' +
        'Programmed=False Invalid: No Listener is valid\n',
    );
    expect(conditions('gateway edge', '.status.listeners[*].conditions')).toBe(
      'Accepted=False PortUnavailable: Cannot find entryPoint for Gateway: no matching entryPoint ' +
        'for port 81 and protocol "HTTP"\n',
    );
    expect(asked('far.example')).toContain('404 page not found');
  });

  it('answers 503 when a Service has no ready Pod', () => {
    bed.apply(gateway('edge', 'traefik', http));
    bed.apply(route('web', 'web.example', { backendRefs: [to('web')] }));
    bed.run('scale deployment web --replicas=0');
    bed.wait(10);
    expect(asked('web.example')).toMatch(
      /^HTTP\/1\.1 503 Service Unavailable\r\n[\s\S]*no available server\n$/,
    );
  });
});

describe('a listener for HTTPS', () => {
  const https = (certificate: object, more: object = {}) => ({
    ...{ name: 'https', port: 443, protocol: 'HTTPS' },
    tls: { certificateRefs: [certificate] },
    ...more,
  });
  const secure = (certificate: object) =>
    bed.apply(gateway('secure', 'traefik', https(certificate)));
  const secret = (name: string, stringData: object, namespace = 'default') =>
    bed.apply({
      ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace } },
      ...{ type: 'kubernetes.io/tls', stringData },
    });
  const told = () => conditions('gateway secure', '.status.listeners[*].conditions');
  const at = '--resolve shop.example:443:172.30.255.1 https://shop.example/';
  const errors = (words: string): string => {
    const line = `curl -sS ${words}`;
    return bed.simulation.runCommand({ line, user: 'admin' }, seconds(200))?.stderr ?? '';
  };

  it('says that its certificate is not there', () => {
    secure({ name: 'shop-tls' });
    bed.wait(2);
    expect(told()).toBe(
      'ResolvedRefs=False InvalidCertificateRef: Cannot load CertificateRef default/shop-tls: ' +
        'getting secret: secret "shop-tls" not found\n' +
        'Programmed=False Invalid: Invalid CertificateRefs\n',
    );
    expect(conditions('gateway secure')).toBe(
      'Accepted=False ListenersNotValid: At least one Listener must be valid\n' +
        'Programmed=False Invalid: No Listener is valid\n',
    );
  });

  it('says what is wrong with a Secret that holds no certificate', () => {
    secret('shop-tls', { 'tls.crt': 'nothing', 'tls.key': key });
    bed.wait(2);
    const cannot =
      'ResolvedRefs=False InvalidCertificateRef: Cannot load CertificateRef default/shop-tls: ';
    const parsing = 'validating certificate: unable to parse TLS certificate: ';
    expect(told()).toContain(
      `${cannot}${parsing}tls: failed to find any PEM data in certificate input\n`,
    );
    secret('shop-tls', { 'tls.crt': '', 'tls.key': key });
    bed.wait(2);
    expect(told()).toContain(
      `${cannot}getting certificate blocks: secret default/shop-tls contains the following empty ` +
        'TLS data entries: tls.crt\n',
    );
  });

  it('is served as soon as the Secret is right, and its routes with it', () => {
    secret('shop-tls', { 'tls.crt': pem, 'tls.key': key });
    const { metadata, spec, ...kind } = route('secure', 'shop.example', {
      backendRefs: [to('shop')],
    });
    bed.apply({ ...kind, metadata, spec: { ...spec, parentRefs: [{ name: 'secure' }] } });
    bed.wait(4);
    expect(told()).toBe(
      'Accepted=True Accepted: No error found\nResolvedRefs=True ResolvedRefs: No error found\n' +
        'Programmed=True Programmed: No error found\n',
    );
    expect(curl(`-k ${at}`)).toContain('It works!');
    // The same name without TLS is no router's.
    expect(curl("-H 'Host: shop.example' http://172.30.255.1:443/")).toBe('404 page not found\n');
  });

  it('is refused by a client that trusts no signature, before it has sent a request', () => {
    const before = bed.facts('RequestProxied').length;
    expect(errors(at)).toMatch(
      /^curl: \(60\) SSL certificate problem: self-signed certificate\nMore details here: /,
    );
    expect(bed.run('apply -f https://172.30.255.1/pod.yaml')).toBe(
      'Unable to connect to the server: tls: failed to verify certificate: x509: cannot validate ' +
        "certificate for 172.30.255.1 because it doesn't contain any IP SANs\n",
    );
    expect(bed.facts('RequestProxied')).toHaveLength(before);
  });

  it('says https to the Pod, and in a redirect', () => {
    const { metadata, spec, ...kind } = route('secure', 'shop.example', {
      filters: [{ type: 'RequestRedirect', requestRedirect: { hostname: 'new.example' } }],
    });
    bed.apply({ ...kind, metadata, spec: { ...spec, parentRefs: [{ name: 'secure' }] } });
    bed.wait(4);
    expect(curl(`-k -i ${at}`)).toContain('Location: https://new.example/\r\n');
  });

  it('needs a grant for a Secret of another namespace', () => {
    bed.run('create namespace vault');
    secret('far', { 'tls.crt': pem, 'tls.key': key }, 'vault');
    secure({ name: 'far', namespace: 'vault' });
    bed.wait(2);
    expect(told()).toContain(
      'ResolvedRefs=False RefNotPermitted: Cannot reference CertificateRef vault/far: missing ' +
        'ReferenceGrant\n',
    );
    bed.apply({
      ...{ apiVersion, kind: 'ReferenceGrant', metadata: { name: 'edge', namespace: 'vault' } },
      spec: {
        from: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', namespace: 'default' }],
        to: [{ group: '', kind: 'Secret' }],
      },
    });
    bed.wait(2);
    expect(told()).toContain('ResolvedRefs=True');
  });

  it('cannot use what is no Secret', () => {
    secure({ name: 'far', kind: 'ConfigMap' });
    bed.wait(2);
    expect(told()).toContain(
      'ResolvedRefs=False InvalidCertificateRef: Unsupported TLS CertificateRef group/kind: ' +
        '/ConfigMap\n',
    );
  });
});
