import { describe, expect, it } from 'vitest';
import { PersonAtTerminal } from '../terminal.fixture.ts';
import { parsePorts } from './ports.ts';

const person = new PersonAtTerminal();
person.enter('run web --image=nginx --port=80', 20);
person.enter('expose pod web --port=8000 --target-port=80', 2);

describe('kubectl port-forward', () => {
  it('carries connections of the person’s machine to a port of the Pod, until Ctrl-C', () => {
    expect(person.enter('port-forward pod/web 8080:80')).toBe(
      'Forwarding from 127.0.0.1:8080 -> 80\n',
    );
    expect(person.exitCode).toBeUndefined();
    const page = person.beside('curl -s localhost:8080');
    expect(page).toMatch(/^Handling connection for 8080\n/);
    expect(page).toContain('<title>Welcome to nginx!</title>');
    expect(person.beside('curl -s localhost:8080/nope')).toContain('404 Not Found');
    expect(person.type('^C')).toBe('^C');
    expect(person.exitCode).toBe(0);
    expect(person.beside('curl localhost:8080')).toContain('Failed to connect');
  });

  it('takes the port of a Service to the port of its Pod, and any free port', () => {
    const said = person.enter('port-forward service/web :8000');
    const [, port = ''] = /^Forwarding from 127\.0\.0\.1:(\d+) -> 80\n$/.exec(said) ?? [];
    expect(Number(port)).toBeGreaterThan(32_767);
    expect(person.beside(`curl -s localhost:${port}`)).toContain('Welcome to nginx!');
    person.type('^C');
  });

  it('ends when nothing listens on the port of the Pod', () => {
    person.enter('port-forward pod/web 8081:81');
    const said = person.beside('curl localhost:8081');
    expect(said).toContain('"Unhandled Error" err="an error occurred forwarding 8081 -> 81: ');
    expect(said).toContain('connection refused');
    expect(said).toContain('error: lost connection to pod\n');
    expect(person.exitCode).toBe(1);
  });

  it('ends with the first connection after the Pod has gone', () => {
    person.enter('run short --image=nginx', 10);
    person.enter('port-forward pod/short 8082:80');
    person.beside('curl -s localhost:8082');
    const gone = person.beside('kubectl delete pod short --grace-period=1', 10);
    expect(gone).toBe('pod "short" deleted from default namespace\n');
    const said = person.beside('curl -s localhost:8082');
    expect(said).toContain('an error occurred forwarding 8082 -> 80: ');
    expect(said).toContain('error: lost connection to pod\n');
  });

  it('says why it cannot listen or find the port', () => {
    expect(person.enter('port-forward pod/web 80')).toBe(
      'Unable to listen on port 80: Listeners failed to create with the following errors: ' +
        '[unable to create listener: Error listen tcp4 127.0.0.1:80: bind: permission denied ' +
        'unable to create listener: Error listen tcp6 [::1]:80: bind: cannot assign requested ' +
        'address]\nerror: unable to listen on any of the requested ports: [{80 80}]\n',
    );
    expect(person.enter('port-forward pod/web http')).toBe(
      "error: Pod 'web' does not have a named port 'http'\n",
    );
    expect(person.enter('port-forward service/web 81')).toBe(
      'error: Service web does not have a service port 81\n',
    );
    expect(person.enter('port-forward pod/web')).toContain(
      'error: TYPE/NAME and list of ports are required for port-forward\n',
    );
  });

  it.each([
    ['1:2:3', "invalid port format '1:2:3'"],
    ['x', 'error parsing local port \'x\': strconv.ParseUint: parsing "x": invalid syntax'],
    [
      '1:70000',
      'error parsing remote port \'70000\': strconv.ParseUint: parsing "70000": value out of range',
    ],
    ['5:0', 'remote port must be > 0'],
  ])('refuses %s', (word, error) => expect(parsePorts([word])).toEqual({ ok: false, error }));
});

describe('kubectl proxy', () => {
  it('passes requests on to the API server with the person’s credentials', () => {
    expect(person.enter('proxy')).toBe('Starting to serve on 127.0.0.1:8001\n');
    const list = JSON.parse(
      person.beside('curl -s localhost:8001/api/v1/namespaces/default/pods?limit=5'),
    );
    expect(list).toMatchObject({ kind: 'PodList', items: [{ metadata: { name: 'web' } }] });
    const missing = person.beside('curl -s localhost:8001/api/v1/namespaces/default/pods/nope');
    expect(missing).toMatch(/^\{\n {2}"kind": "Status",\n/);
    expect(missing).toContain('"code": 404');
    const nginx = '/api/v1/namespaces/default/services/web:8000/proxy/';
    expect(person.beside(`curl -s localhost:8001${nginx}`)).toContain('Welcome to nginx!');
    const exec = '/api/v1/namespaces/default/pods/web/exec';
    expect(person.beside(`curl -s localhost:8001${exec}`)).toBe('Forbidden\n');
    person.type('^C');
    expect(person.exitCode).toBe(130);
  });

  it('ends by itself where nobody can press Ctrl-C', () => {
    expect(person.beside('kubectl proxy -p 8095')).toContain('Starting to serve');
    expect(person.beside('kubectl port-forward pod/web 8096:80')).toContain('Forwarding from');
    expect(person.beside('curl -s localhost:8095/healthz')).toBe('ok');
    person.wait(125);
    const codes = person.facts.flatMap((fact) => (fact.type === 'CommandExited' ? fact : []));
    expect(codes.slice(-2).map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(person.beside('curl localhost:8095')).toContain('Failed to connect');
  });

  it('needs a port that is free', () => {
    person.enter('proxy --port=8090');
    expect(person.beside('kubectl proxy -p 8090')).toBe(
      'error: listen tcp 127.0.0.1:8090: bind: address already in use\n',
    );
  });
});
