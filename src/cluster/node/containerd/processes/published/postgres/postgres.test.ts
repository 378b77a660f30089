import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';
import { Tables } from './sql.ts';

const bed = new NodeBed();
const env = [{ name: 'POSTGRES_PASSWORD', value: 'secret' }];
const image = { image: 'postgres', command: undefined };
bed.pod('db', { ...image, env }, { terminationGracePeriodSeconds: 30 });
bed.pod('bare', image, { restartPolicy: 'Never' });
bed.pod('client', { image: 'postgres', command: ['sleep', '1000'] });
bed.wait(30);
const address = bed.run('get pod db -o jsonpath={.status.podIP}');
const psql = (statement: string, options = '-U postgres'): string =>
  bed.run(`exec db -- psql ${options} -c "${statement}"`);
const remote = (password: string): string =>
  bed.run(
    `exec client -- env PGPASSWORD=${password} psql -h ${address} -U postgres -tA -c 'select 6 * 7'`,
  );

describe('postgres', () => {
  it('refuses to start without a password, in its words', () => {
    expect(bed.run('logs bare')).toContain(
      'Error: Database is uninitialized and superuser password is not specified.\n' +
        '       You must specify POSTGRES_PASSWORD to a non-empty value for the\n',
    );
    expect(bed.status('bare').phase).toBe('Failed');
  });

  it('makes its data and says when it is ready', () => {
    const log = bed.run('logs db');
    expect(log).toContain('The files belonging to this database system will be owned by user');
    expect(log).toContain('PostgreSQL init process complete; ready for start up.\n');
    expect(log).toMatch(
      /^2026-01-01 00:00:\d\d\.\d{3} UTC \[1\] LOG: {2}database system is ready to accept/m,
    );
  });

  it('answers select 1 in a table, as psql draws it', () => {
    expect(psql('select 1')).toBe(' ?column? \n----------\n        1\n(1 row)\n\n');
  });

  it('keeps rows in tables, and finds them again', () => {
    expect(psql('create table people (id int, name text)')).toBe('CREATE TABLE\n');
    expect(psql("insert into people values (1, 'ada'), (2, 'bob')")).toBe('INSERT 0 2\n');
    expect(psql('select * from people order by id desc limit 1')).toBe(
      ' id | name \n----+------\n  2 | bob\n(1 row)\n\n',
    );
    expect(psql('select count(*) from people', '-U postgres -tA')).toBe('2\n');
  });

  it('names what is not there, and points at it', () => {
    expect(psql('select * from nope')).toContain(
      'ERROR:  relation "nope" does not exist\nLINE 1: select * from nope\n                      ^\n',
    );
    expect(bed.run('logs db')).toContain('ERROR:  relation "nope" does not exist\n');
  });

  it('knows no role of the name of root, and says plainly what is not simulated', () => {
    expect(psql('select 1', '')).toContain('failed: FATAL:  role "root" does not exist\n');
    expect(psql('update people set id = 3')).toContain(
      'ERROR:  podyssey: postgres is simulated: the command update is not\n',
    );
  });

  it('takes a password over the network, and only the right one', () => {
    expect(remote('secret')).toBe('42\n');
    expect(remote('wrong')).toContain('FATAL:  password authentication failed for user "postgres"');
    expect(remote("''")).toContain('fe_sendauth: no password supplied');
    expect(bed.run(`exec client -- pg_isready -h ${address}`)).toBe(
      `${address}:5432 - accepting connections\n`,
    );
    expect(bed.run('exec client -- pg_isready')).toContain(
      '/var/run/postgresql:5432 - no response\n',
    );
  });

  it('hangs up on what speaks otherwise, and so does psql', () => {
    bed.pod('other', { command: ['sh', '-c', 'while true; do echo hello | nc -l -p 80; done'] });
    bed.pod('shell');
    bed.wait(5);
    const other = bed.run('get pod other -o jsonpath={.status.podIP}');
    for (const text of ['{bad', '{}', '"select 1"']) {
      bed.run(`exec shell -- sh -c "echo '${text}' | nc -w 1 ${address} 5432"`);
    }
    expect(psql('select 1', '-U postgres -tA')).toBe('1\n');
    expect(bed.run(`exec client -- psql -h ${other} -p 80 -U postgres -c 'select 1'`)).toContain(
      'server closed the connection unexpectedly',
    );
  });

  it('does not go through what is longer or deeper than a first look', () => {
    expect(psql(`select ${'('.repeat(1000)}1${')'.repeat(1000)}`)).toContain('podyssey: postgres');
    expect(psql(`select '${'x'.repeat(3000)}'`)).toContain('more than 2000 characters');
  });

  it('ends at INT, the stop signal of its image, with exit code 0', () => {
    bed.run("exec db -- sh -c 'kill -INT 1'");
    bed.wait(5);
    expect(bed.run('logs db -p')).toContain('LOG:  received fast shutdown request\n');
    const [container] = bed.status('db').containerStatuses ?? [];
    expect(container?.lastState?.terminated?.exitCode).toBe(0);
  });

  it('takes up only tables that it has written', () => {
    const tables = new Tables('18');
    const texts = ['[["a",{"columns":["b"],"rows":[[1]]}]]', 'x', '{}', '[["a",{}]]', '[null]'];
    expect(texts.map((text) => tables.load(text))).toEqual([true, false, false, false, false]);
  });
});
