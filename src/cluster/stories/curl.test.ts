/** curl in a container, as people try a Service with it. */
import { beforeAll, describe, expect, it } from 'vitest';
import { splitWords } from '#base/shell-words';
import { seconds } from '#base/sim-time';
import { clusterOf } from '#scenarios/clusters';
import { allParts } from '../parts/all-parts.ts';
import { ClusterSimulation } from '../run/cluster-simulation.ts';

const simulation = new ClusterSimulation({ ...clusterOf(1), dns: 'coredns' }, 1, allParts);

function run(line: string, stdin?: string) {
  const command = { argv: splitWords(line), user: 'admin', ...(stdin !== undefined && { stdin }) };
  const { stdout, stderr } = simulation.runCommand(command, seconds(60)) ?? {};
  return { stdout: stdout ?? '', stderr: stderr ?? '' };
}

const curl = (words: string) => run(`exec web -- curl ${words}`);

beforeAll(() => {
  simulation.sim.run(seconds(40));
  run('run web --image=nginx --port=80 --expose');
  simulation.sim.run(simulation.sim.now + seconds(15));
});

describe('curl', () => {
  it('ends a HEAD with the head of the answer, although the connection stays open', () => {
    const begun = simulation.sim.now;
    expect(curl('-sI http://web').stdout).toMatch(
      /^HTTP\/1\.1 200 OK\r\n[\s\S]*Content-Length: 896\r\n[\s\S]*\r\n\r\n$/,
    );
    expect(curl('--head -s http://web/nope').stdout).toMatch(/^HTTP\/1\.1 404 Not Found\r\n/);
    expect(simulation.sim.now - begun).toBeLessThan(seconds(2));
  });

  it('tells with -v whom it asks and what it sends and hears, on the side', () => {
    const { stdout, stderr } = curl('-sv http://web/');
    expect(stdout).toContain('<h1>Welcome to nginx!</h1>');
    const [, ip = ''] = /^\* IPv4: (10\.[\d.]+)$/m.exec(stderr) ?? [];
    expect(stderr).toContain(
      `* Host web:80 was resolved.\n* IPv6: (none)\n* IPv4: ${ip}\n` +
        `*   Trying ${ip}:80...\n* Connected to web (${ip}) port 80\n* using HTTP/1.x\n`,
    );
    expect(stderr).toContain(
      '> GET / HTTP/1.1\n> Host: web\n> User-Agent: curl/8.14.1\n> Accept: */*\n> \n' +
        '* Request completely sent off\n< HTTP/1.1 200 OK\n< Server: nginx/',
    );
    expect(stderr).toMatch(
      /< \n\{ \[896 bytes data\]\n\* Connection #0 to host web left intact\n$/,
    );
  });

  it('draws its meter where no terminal shows the answer, and -s leaves it out', () => {
    const { stdout, stderr } = curl('http://web');
    expect(stdout).toContain('Welcome');
    expect(stderr).toMatch(/^ {2}% Total {4}% Received % Xferd [\s\S]*\r100 {3}896 {2}100 {3}896 /);
    expect(curl('-s http://web').stderr).toBe('');
  });

  it('sends a form, JSON and a name with its password as headers say', () => {
    const told = (words: string): string => curl(`-svo /dev/null ${words} http://web`).stderr;
    const form = told('-d a=1 -d b=2');
    expect(form).toContain('> POST / HTTP/1.1\n');
    expect(form).toContain(
      '> Content-Length: 7\n> Content-Type: application/x-www-form-urlencoded\n> \n',
    );
    expect(told('-G -d a=1')).toContain('> GET /?a=1 HTTP/1.1\n');
    const json = told('-u me:secret --json {}');
    expect(json).toContain('> Authorization: Basic bWU6c2VjcmV0\n');
    expect(json).toContain('> Accept: application/json\n');
    const own = told("-H 'Host: shop' -H 'Accept:' -H 'X-Empty;' -A me");
    expect(own).toContain('> GET / HTTP/1.1\n> Host: shop\n> User-Agent: me\n> X-Empty:\n> \n');
  });

  it('writes out what it measured, and names a variable that it does not know', () => {
    const { stdout, stderr } = curl(
      "-s -o /dev/null -w '%{http_code} %{size_download} %{remote_port} %{nope}%%\\n' http://web",
    );
    expect(stdout).toBe('200 896 80 %\n');
    expect(stderr).toBe("curl: unknown --write-out variable: 'nope'\n");
  });

  it('fails in its own words, with its own exit codes', () => {
    expect(curl('-sS http://nobody').stderr).toBe(
      'curl: (6) Could not resolve host: nobody\ncommand terminated with exit code 6\n',
    );
    expect(curl('-sS http://localhost:81').stderr).toBe(
      'curl: (7) Failed to connect to localhost port 81 after 0 ms: Could not connect to server\n' +
        'command terminated with exit code 7\n',
    );
    expect(curl('-sS -m 2 http://10.244.9.9').stderr).toBe(
      'curl: (28) Connection timed out after 2000 milliseconds\n' +
        'command terminated with exit code 28\n',
    );
    expect(curl('-sSf http://web/nope').stderr).toBe(
      'curl: (22) The requested URL returned error: 404\ncommand terminated with exit code 22\n',
    );
  });

  it('refuses what it does not know, and by name what is not simulated', () => {
    const help = "curl: try 'curl --help' or 'curl --manual' for more information\n";
    const end = 'command terminated with exit code 2\n';
    expect(curl('--nope http://web').stderr).toBe(`curl: option --nope: is unknown\n${help}${end}`);
    expect(curl('-o').stderr).toBe(`curl: option -o: requires parameter\n${help}${end}`);
    expect(curl('-s').stderr).toBe(`curl: (2) no URL specified\n${help}${end}`);
    expect(curl('--retry 3 http://web').stderr).toBe(
      `curl: podyssey: --retry is not simulated\n${help}${end}`,
    );
  });
});
