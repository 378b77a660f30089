import { beforeEach, describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

let bed: NodeBed;

/** What redis-cli prints in the pod `cache`. */
const cli = (command: string, stdin?: string): string =>
  bed.run(`exec ${stdin === undefined ? '' : '-i '}cache -- redis-cli ${command}`.trimEnd(), stdin);

beforeEach(() => {
  bed = new NodeBed();
  bed.pod('cache', { image: 'redis', command: undefined }, { terminationGracePeriodSeconds: 30 });
  bed.wait(7);
});

describe('redis', () => {
  it('starts by its script and says when it is ready', () => {
    const lines = bed.run('logs cache').split('\n');
    expect(lines[0]).toBe('Starting Redis Server');
    expect(lines.some((line) => /^1:C .* \* Redis version=8\.10\.1, bits=64/.test(line))).toBe(
      true,
    );
    expect(lines.at(-2)).toMatch(
      /^1:M 01 Jan 2026 00:00:\d\d\.\d{3} \* Ready to accept connections tcp$/,
    );
  });

  it('answers a ping', () => {
    expect(cli('ping')).toBe('PONG\n');
  });

  it('keeps what is set, and has nothing for other keys', () => {
    expect(cli('set name ada')).toBe('OK\n');
    expect(cli('get name')).toBe('ada\n');
    expect(cli('get other')).toBe('\n');
    expect(cli('del name')).toBe('1\n');
  });

  it('counts, and refuses to count what is no number', () => {
    expect(cli('incr visits')).toBe('1\n');
    expect(cli('incrby visits 41')).toBe('42\n');
    cli('set name ada');
    expect(cli('incr name')).toBe('ERR value is not an integer or out of range\n');
  });

  it('forgets a key when its time is over', () => {
    cli('set short x EX 3');
    expect(cli('ttl short')).toBe('3\n');
    bed.wait(4);
    expect(cli('ttl short')).toBe('-2\n');
  });

  it('has lists and hashes, and says which kind a key is', () => {
    cli('rpush list a b c');
    cli('hset hash one 1 two 2');
    expect(cli('lrange list 0 -1')).toBe('a\nb\nc\n');
    expect(cli('hgetall hash')).toBe('one\n1\ntwo\n2\n');
    expect(cli('get list')).toBe(
      'WRONGTYPE Operation against a key holding the wrong kind of value\n',
    );
    expect(cli('keys *')).toBe('list\nhash\n');
  });

  it('says in its own words that it does not know a command, and plainly what is not simulated', () => {
    expect(cli('nope a')).toBe("ERR unknown command 'nope', with args beginning with: 'a' \n");
    expect(cli('zadd z 1 a')).toBe('ERR podyssey: redis is simulated: the command zadd is not\n');
  });

  it('saves at TERM and ends with exit code 0', () => {
    cli('set name ada');
    bed.run("exec cache -- sh -c 'kill 1'");
    bed.wait(6);
    expect(bed.run('logs cache -p')).toContain('* DB saved on disk\n');
    expect(bed.status('cache').containerStatuses?.[0]).toMatchObject({
      restartCount: 1,
      lastState: { terminated: { exitCode: 0 } },
    });
  });

  it('is reached through the network, and its absence is said', () => {
    bed.run('expose pod cache --port=6379');
    bed.wait(1);
    const address = bed.run('get service cache -o jsonpath={.spec.clusterIP}');
    expect(cli(`-h ${address} ping`)).toBe('PONG\n');
    expect(cli('-p 1 ping')).toContain(
      'Could not connect to Redis at 127.0.0.1:1: Connection refused\n',
    );
  });
});
