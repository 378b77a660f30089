import { describe, expect, it } from 'vitest';
import { seconds } from '#base/sim-time';
import { HostDialer } from './host-dialer.ts';
import type { Namespace } from './namespace.ts';
import { NetworkBed } from './testing.fixture.ts';

/** Answers every connection with the text it received, in capitals. */
function serve(bed: NetworkBed, namespace: Namespace, port: number): void {
  const listening = namespace.listen(port);
  if (!listening.ok) throw new Error(listening.error);
  bed.spawn(
    (function* () {
      for (;;) {
        const connection = yield* listening.value.accept();
        const text = yield* connection.receive();
        connection.send(`${text?.toUpperCase()} from ${connection.remote.ip}`);
        connection.close();
      }
    })(),
  );
}

describe('sockets of pods', () => {
  it('carry what is said in both directions', () => {
    const bed = new NetworkBed(2);
    const [client, server] = [bed.pod(1, 2), bed.pod(2, 2)];
    serve(bed, server, 80);
    const answer = bed.run(
      (function* () {
        const connected = yield* client.connect({ ip: server.address, port: 80 });
        if (!connected.ok) return connected.error;
        connected.value.send('hello');
        return yield* connected.value.receive();
      })(),
    );
    expect(answer).toBe('HELLO from 10.244.0.2');
  });

  it('may come from another address of theirs than the routes say', () => {
    const bed = new NetworkBed(2);
    const pod = bed.pod(1, 2);
    serve(bed, pod, 80);
    const said = (from?: string) =>
      bed.run(
        (function* () {
          const options = from === undefined ? {} : { from };
          const connected = yield* pod.connect({ ip: '127.0.0.1', port: 80 }, options);
          if (!connected.ok) return connected.error;
          connected.value.send('hello');
          return yield* connected.value.receive();
        })(),
      );
    expect(said()).toBe('HELLO from 127.0.0.1');
    expect(said(pod.address)).toBe(`HELLO from ${pod.address}`);
  });

  it('tell that nobody listens, that nobody is there, and that nothing comes back', () => {
    const bed = new NetworkBed(2);
    const [client, server] = [bed.pod(1, 2), bed.pod(2, 2)];
    const dial = (ip: string, timeout: number) => {
      const begin = bed.sim.now;
      const done = bed.run(client.connect({ ip, port: 80 }, { timeout: seconds(timeout) }));
      return [done.ok ? 'ok' : done.error, Math.round((bed.sim.now - begin) / 1e6)];
    };
    expect(dial(server.address, 5)).toEqual(['ECONNREFUSED', 0]);
    expect(dial('10.244.1.77', 5)).toEqual(['EHOSTUNREACH', 3]);
    expect(dial('10.244.1.77', 1)).toEqual(['ETIMEDOUT', 1]);
    expect(dial('192.0.2.1', 5)).toEqual(['ETIMEDOUT', 5]);
    bed.up.set('node-2', false);
    expect(dial(server.address, 5)).toEqual(['ETIMEDOUT', 5]);
  });

  it('leave a fact for each hop, and none for a probe', () => {
    const bed = new NetworkBed(1);
    const [client, server] = [bed.pod(1, 2), bed.pod(1, 3)];
    serve(bed, server, 80);
    const hops = () => bed.tracer.facts.filter(({ type }) => type === 'PacketHop').length;
    bed.run(client.connect({ ip: server.address, port: 80 }));
    expect(hops()).toBe(3);
    bed.run(new HostDialer(bed.kernel(1)).dial(server.address, 80, seconds(1)));
    expect(hops()).toBe(3);
  });

  it('do not share a port', () => {
    const pod = new NetworkBed(1).pod(1, 2);
    expect(pod.listen(80).ok).toBe(true);
    expect(pod.listen(80)).toEqual({ ok: false, error: 'EADDRINUSE' });
  });

  it('of UDP hear that nobody listens', () => {
    const bed = new NetworkBed(2);
    const [client, server] = [bed.pod(1, 2), bed.pod(2, 2)];
    const ask = bed.run(
      (function* () {
        const bound = client.bindUdp(0);
        if (!bound.ok) return bound.error;
        bound.value.send({ ip: server.address, port: 53 }, 'hello');
        return yield* bound.value.receive(seconds(1));
      })(),
    );
    expect(ask).toBe('ECONNREFUSED');
  });
});

describe('what a kubelet dials', () => {
  const errorOf = (bed: NetworkBed, ip: string, path = '/') => {
    const dialer = new HostDialer(bed.kernel(1));
    const done = bed.run(dialer.httpGet(ip, 80, path, seconds(1)));
    return done.ok ? String(done.value.code) : done.error;
  };

  it('fails in the words of Go', () => {
    const bed = new NetworkBed(1);
    const pod = bed.pod(1, 2);
    expect(errorOf(bed, pod.address)).toBe(
      'Get "http://10.244.0.2:80/": dial tcp 10.244.0.2:80: connect: connection refused',
    );
    expect(errorOf(bed, '192.0.2.1', '/healthz')).toBe(
      'Get "http://192.0.2.1:80/healthz": dial tcp 192.0.2.1:80: i/o timeout ' +
        '(Client.Timeout exceeded while awaiting headers)',
    );
    pod.listen(80);
    expect(errorOf(bed, pod.address)).toBe(
      'Get "http://10.244.0.2:80/": context deadline exceeded ' +
        '(Client.Timeout exceeded while awaiting headers)',
    );
  });
});
