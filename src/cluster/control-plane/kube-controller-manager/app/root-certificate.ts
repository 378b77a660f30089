/** The file of --root-ca-file: the certificate of the cluster's authority. */
import type { Prng } from '#base/prng';
import type { ControllerContext } from './controller-context.ts';

/** The same text in each process of a cluster. */
export const rootCertificate = ({ rootCa, env }: ControllerContext): string =>
  typeof rootCa === 'string' ? rootCa : certificateText(rootCa ?? env.prng.fork('root-ca'));

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * A random text in the form of a certificate. It is not signed, as nothing reads it: where
 * something does, the cluster has a real one.
 */
function certificateText(prng: Prng): string {
  const line = (length: number): string =>
    Array.from({ length }, () => alphabet.charAt(prng.nextInt(alphabet.length))).join('');
  const lines = [`MII${line(61)}`, ...Array.from({ length: 15 }, () => line(64)), line(56)];
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n');
}
