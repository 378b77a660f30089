import { describe, expect, it } from 'vitest';
import { AdmissionBed, specOf } from '../admission-bed.fixture.ts';

const apiVersion = 'networking.k8s.io/v1';
const annotation = 'ingressclass.kubernetes.io/is-default-class';
const classOf = (name: string, isDefault: boolean) => ({
  apiVersion,
  kind: 'IngressClass',
  metadata: { name, annotations: { [annotation]: String(isDefault) } },
  spec: { controller: 'example.com/ingress' },
});
const ingress = (name: string, spec: object = {}, metadata: object = {}) => ({
  apiVersion,
  kind: 'Ingress',
  metadata: { name, ...metadata },
  spec: { defaultBackend: { service: { name: 'web', port: { number: 80 } } }, ...spec },
});
const classNameOf = (answer: Parameters<typeof specOf>[0]) =>
  (specOf(answer) as { readonly ingressClassName?: string }).ingressClassName;

describe('DefaultIngressClass', () => {
  it('leaves an Ingress without a class while no class is the default', () => {
    const bed = new AdmissionBed();
    bed.send(classOf('plain', false));
    expect(classNameOf(bed.send(ingress('web')))).toBeUndefined();
  });

  it('gives it the default class, and the newest one when there are two', () => {
    const bed = new AdmissionBed();
    bed.send(classOf('older', true));
    expect(classNameOf(bed.send(ingress('first')))).toBe('older');
    bed.api.wait(2);
    bed.send(classOf('newer', true));
    expect(classNameOf(bed.send(ingress('second')))).toBe('newer');
    expect(bed.outcomes('DefaultIngressClass')[0]).toBe('changed: ingress class newer');
  });

  it('keeps a class that is named, in the spec or by the annotation of old', () => {
    const bed = new AdmissionBed();
    bed.send(classOf('default', true));
    expect(classNameOf(bed.send(ingress('own', { ingressClassName: 'own' })))).toBe('own');
    const annotations = { 'kubernetes.io/ingress.class': 'old' };
    expect(classNameOf(bed.send(ingress('old', {}, { annotations })))).toBeUndefined();
  });
});
