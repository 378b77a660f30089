import { expect, it } from 'vitest';
import { Simulation } from '#sim/simulation';
import { Tracer } from './tracer.ts';

const started = { type: 'ComponentStarted', component: 'kubelet', version: '', flags: [] } as const;

it('tells whoever hears a kind of fact each of them as it is written, kept or not', () => {
  for (const keeps of [true, false]) {
    const tracer = new Tracer(new Simulation(), keeps);
    const heard: number[] = [];
    tracer.hear('ComponentStarted', ({ id }) => heard.push(id));
    tracer.emitRoot({ ...started });
    tracer.emitRoot({ ...started });
    expect(heard).toEqual([1, 2]);
    expect(tracer.facts).toHaveLength(keeps ? 2 : 0);
  }
});

it('has one listener for a kind of fact', () => {
  const tracer = new Tracer(new Simulation());
  tracer.hear('TxnCommitted', () => undefined);
  expect(() => tracer.hear('TxnCommitted', () => undefined)).toThrow('TxnCommitted is heard');
});
