/**
 * The keys of a Redis server and its commands, as far as a first look goes: strings, counters,
 * lists, hashes, and times to live.
 *
 * In: the words of a command. Out: a reply with the server's own messages. Times are microseconds.
 */
import { ms, type SimTime, second } from '#base/sim-time';
import { failure, list, nothing, number, type Reply, status, text } from './resp.ts';

type Value = string | readonly string[] | Readonly<Record<string, string>>;

interface Entry {
  readonly value: Value;
  readonly expires: SimTime | undefined;
}

const wrongType = failure('WRONGTYPE Operation against a key holding the wrong kind of value');
const notANumber = failure('ERR value is not an integer or out of range');
const syntaxError = failure('ERR syntax error');

type Command = (words: readonly string[]) => Reply;

export class Store {
  readonly #now: () => SimTime;
  readonly #entries = new Map<string, Entry>();

  constructor(now: () => SimTime) {
    this.#now = now;
  }

  /** Runs a command: its name, then its arguments. */
  run([name = '', ...words]: readonly string[]): Reply {
    const key = name.toLowerCase();
    const known = this.#commands[key];
    if (known === undefined) return unknown(name, words);
    const [least, most, command] = known;
    if (words.length < least || words.length > most) {
      return failure(`ERR wrong number of arguments for '${key}' command`);
    }
    return command(words);
  }

  get size(): number {
    return [...this.#entries.keys()].filter((key) => this.#get(key) !== undefined).length;
  }

  /** All of it as a text, for a file. */
  dump(): string {
    return JSON.stringify([...this.#entries].filter(([key]) => this.#get(key) !== undefined));
  }

  /** Takes up what `dump` wrote. Returns whether it could be read. */
  load(dump: string): boolean {
    try {
      for (const [key, entry] of JSON.parse(dump) as [string, Entry][])
        this.#entries.set(key, entry);
      return true;
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof TypeError) return false;
      throw error;
    }
  }

  #get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry?.expires !== undefined && entry.expires <= this.#now()) {
      this.#entries.delete(key);
      return undefined;
    }
    return entry?.value;
  }

  #put(key: string, value: Value, expires = this.#entries.get(key)?.expires): void {
    this.#entries.set(key, { value, expires });
  }

  readonly #commands: Readonly<Record<string, readonly [number, number, Command]>> = {
    ping: [0, 1, ([word]) => (word === undefined ? status('PONG') : text(word))],
    echo: [1, 1, ([word = '']) => text(word)],
    set: [2, 9, (words) => this.#set(words)],
    get: [1, 1, ([key = '']) => this.#string(key)],
    del: [1, Number.POSITIVE_INFINITY, (keys) => this.#delete(keys)],
    exists: [1, Number.POSITIVE_INFINITY, (keys) => this.#exists(keys)],
    incr: [1, 1, ([key = '']) => this.#increase(key, 1)],
    decr: [1, 1, ([key = '']) => this.#increase(key, -1)],
    incrby: [2, 2, ([key = '', by = '']) => this.#increase(key, Number(by))],
    append: [2, 2, ([key = '', more = '']) => this.#append(key, more)],
    type: [1, 1, ([key = '']) => status(typeOf(this.#get(key)))],
    expire: [2, 2, ([key = '', time = '']) => this.#expire(key, Number(time))],
    ttl: [1, 1, ([key = '']) => this.#timeToLive(key)],
    keys: [1, 1, ([pattern = '']) => this.#keys(pattern)],
    dbsize: [0, 0, () => number(this.size)],
    flushall: [0, 1, () => this.#clear()],
    flushdb: [0, 1, () => this.#clear()],
    lpush: [2, Number.POSITIVE_INFINITY, ([key = '', ...more]) => this.#push(key, more, 'left')],
    rpush: [2, Number.POSITIVE_INFINITY, ([key = '', ...more]) => this.#push(key, more, 'right')],
    lrange: [3, 3, ([key = '', from, to]) => this.#range(key, Number(from), Number(to))],
    hset: [3, Number.POSITIVE_INFINITY, ([key = '', ...pairs]) => this.#setFields(key, pairs)],
    hget: [2, 2, ([key = '', field = '']) => this.#field(key, field)],
    hgetall: [1, 1, ([key = '']) => this.#fields(key)],
  };

  #set([key = '', value = '', ...options]: readonly string[]): Reply {
    let expires: SimTime | undefined;
    for (let at = 0; at < options.length; at++) {
      const option = options[at]?.toUpperCase();
      const exists = this.#get(key) !== undefined;
      if (option === 'NX' || option === 'XX') {
        if (exists === (option === 'NX')) return nothing;
      } else if (option === 'EX' || option === 'PX') {
        const amount = Number(options[++at]);
        if (!(amount > 0)) return notANumber;
        expires = this.#now() + (option === 'EX' ? amount * second : ms(amount));
      } else return syntaxError;
    }
    this.#entries.set(key, { value, expires });
    return status('OK');
  }

  #string(key: string): Reply {
    const value = this.#get(key);
    if (value === undefined) return nothing;
    return typeof value === 'string' ? text(value) : wrongType;
  }

  #delete(keys: readonly string[]): Reply {
    const found = keys.filter((key) => this.#get(key) !== undefined);
    for (const key of found) this.#entries.delete(key);
    return number(found.length);
  }

  #exists(keys: readonly string[]): Reply {
    return number(keys.filter((key) => this.#get(key) !== undefined).length);
  }

  #increase(key: string, by: number): Reply {
    const value = this.#get(key) ?? '0';
    if (typeof value !== 'string') return wrongType;
    if (!/^-?\d+$/.test(value) || !Number.isSafeInteger(by)) return notANumber;
    const sum = Number(value) + by;
    this.#put(key, String(sum));
    return number(sum);
  }

  #append(key: string, more: string): Reply {
    const value = this.#get(key) ?? '';
    if (typeof value !== 'string') return wrongType;
    this.#put(key, value + more);
    return number(value.length + more.length);
  }

  #expire(key: string, time: number): Reply {
    const value = this.#get(key);
    if (!Number.isSafeInteger(time)) return notANumber;
    if (value === undefined) return number(0);
    this.#put(key, value, this.#now() + time * second);
    return number(1);
  }

  #timeToLive(key: string): Reply {
    if (this.#get(key) === undefined) return number(-2);
    const expires = this.#entries.get(key)?.expires;
    return number(expires === undefined ? -1 : Math.round((expires - this.#now()) / second));
  }

  #keys(pattern: string): Reply {
    const keys = [...this.#entries.keys()].filter((key) => this.#get(key) !== undefined);
    return list(keys.filter((key) => fits(key, pattern)).map(text));
  }

  #clear(): Reply {
    this.#entries.clear();
    return status('OK');
  }

  #push(key: string, more: readonly string[], side: 'left' | 'right'): Reply {
    const value = this.#get(key) ?? [];
    if (!Array.isArray(value)) return wrongType;
    const items = side === 'left' ? [...[...more].reverse(), ...value] : [...value, ...more];
    this.#put(key, items);
    return number(items.length);
  }

  #range(key: string, from: number, to: number): Reply {
    const value = this.#get(key) ?? [];
    if (!Array.isArray(value)) return wrongType;
    if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) return notANumber;
    const place = (at: number): number => (at < 0 ? Math.max(0, value.length + at) : at);
    return list(value.slice(place(from), place(to) + 1).map((item: string) => text(item)));
  }

  #setFields(key: string, pairs: readonly string[]): Reply {
    const value = this.#get(key) ?? {};
    if (!isHash(value)) return wrongType;
    if (pairs.length % 2 !== 0) {
      return failure("ERR wrong number of arguments for 'hset' command");
    }
    const fields = new Map(Object.entries(value));
    const before = fields.size;
    for (let at = 0; at < pairs.length; at += 2) fields.set(pairs[at] ?? '', pairs[at + 1] ?? '');
    this.#put(key, Object.fromEntries(fields));
    return number(fields.size - before);
  }

  #field(key: string, field: string): Reply {
    const value = this.#get(key) ?? {};
    if (!isHash(value)) return wrongType;
    const found = new Map(Object.entries(value)).get(field);
    return found === undefined ? nothing : text(found);
  }

  #fields(key: string): Reply {
    const value = this.#get(key) ?? {};
    if (!isHash(value)) return wrongType;
    return list(Object.entries(value).flat().map(text));
  }
}

const isHash = (value: Value): value is Readonly<Record<string, string>> =>
  typeof value !== 'string' && !Array.isArray(value);

function typeOf(value: Value | undefined): string {
  if (value === undefined) return 'none';
  if (typeof value === 'string') return 'string';
  return isHash(value) ? 'hash' : 'list';
}

/** A pattern with `*` and `?`, in time that grows with the two lengths. */
function fits(key: string, pattern: string): boolean {
  let [at, place, star, mark] = [0, 0, -1, 0];
  while (at < key.length) {
    if (pattern[place] === '*') {
      star = place++;
      mark = at;
    } else if (pattern[place] === '?' || pattern[place] === key[at]) {
      place++;
      at++;
    } else if (star >= 0) {
      place = star + 1;
      at = ++mark;
    } else return false;
  }
  while (pattern[place] === '*') place++;
  return place === pattern.length;
}

/** Commands of Redis that are not modelled. */
const others = new Set(
  (
    'acl auth bgsave bitcount bitop blpop brpop client cluster command config copy debug decrby ' +
    'eval exec fcall geoadd getdel getex getrange getset hdel hexists hincrby hkeys hlen hmget ' +
    'hmset hscan hvals info latency lindex linsert llen lmove lpop lpos lrem lset ltrim memory ' +
    'mget migrate module monitor move mset multi object persist pexpire pfadd pfcount pttl ' +
    'publish randomkey rename replicaof restore role rpop rpoplpush sadd save scan scard script ' +
    'select setex setnx setrange shutdown sinter sismember slowlog smembers sort spop srem ' +
    'strlen subscribe sunion swapdb time touch unlink unwatch wait watch xadd xlen xrange xread ' +
    'zadd zcard zcount zrange zrank zrem zscore'
  ).split(' '),
);

function unknown(name: string, words: readonly string[]): Reply {
  if (others.has(name.toLowerCase())) {
    return failure(`ERR podyssey: redis is simulated: the command ${name} is not`);
  }
  const begin = words.map((word) => `'${word}' `).join('');
  return failure(`ERR unknown command '${name}', with args beginning with: ${begin}`);
}
