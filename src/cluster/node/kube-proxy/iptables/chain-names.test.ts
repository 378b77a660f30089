import { describe, expect, it } from 'vitest';
import { chainHash } from './chain-names.ts';

describe('the names of chains', () => {
  it.each([
    ['default/kubernetes:httpstcp', 'NPX46M4PTMTKRN6Y'],
    ['kube-system/kube-dns:dnsudp', 'TCOU7JCQXEZGVUNU'],
    ['kube-system/kube-dns:dns-tcptcp', 'ERIFXISQEP7F7OF4'],
    ['default/nginxtcp', '2CMXP7HKUVJN7L6M'],
    ['default/nginxtcp10.244.1.5:80', 'IZW656N5ZXYN5BEC'],
    ['default/webtcp10.244.0.41:80', 'ARH6LBFXTYHNGPZC'],
  ])('are hashes of the service port and the endpoint: %s', (text, hash) => {
    expect(chainHash(text)).toBe(hash);
  });
});
