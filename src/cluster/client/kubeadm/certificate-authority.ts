/**
 * The certificate of a cluster's authority, `ca.crt`: self-signed X.509, which any library reads.
 *
 * Models what kubernetes cmd/kubeadm/app/util/pkiutil NewCertificateAuthority writes, with k8s.io/
 * client-go util/cert NewSelfSignedCACert. In: chance, for the key and the number. Out: PEM. It is
 * good for ten years from the moment at which the run begins.
 */
import { asciiBytes } from '#base/base64';
import { der, derTags } from '#base/der';
import { encodePem } from '#base/pem';
import type { Prng } from '#base/prng';
import { RsaKey } from '#base/rsa';
import { sha256 } from '#base/sha256';
import { rfc3339 } from '#base/sim-time';

const { bitString, boolean, integer, objectIdentifier, octetString, sequence, set } = derTags;
const nothing = der(0x05);
const utf8String = 0x0c;
const utcTime = 0x17;
const commonName = 'kubernetes';
const years = 10;

const oid = (...bytes: readonly number[]): Uint8Array =>
  der(objectIdentifier, Uint8Array.of(...bytes));
const rsa = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01];
/** 1.2.840.113549.1.1.11 */
const sha256WithRsa = der(sequence, oid(...rsa, 11), nothing);
/** 1.2.840.113549.1.1.1 */
const rsaEncryption = der(sequence, oid(...rsa, 1), nothing);

/** Without a sign: a first bit gets a zero before it. */
const natural = (bytes: Uint8Array): Uint8Array =>
  der(integer, ...((bytes[0] ?? 0) >= 0x80 ? [Uint8Array.of(0)] : []), bytes);

/** All bits of the bytes count. */
const bits = (bytes: Uint8Array): Uint8Array => der(bitString, Uint8Array.of(0), bytes);

/** `[2, 5, 29, N]` */
const extension = (n: number, value: Uint8Array, critical = false): Uint8Array =>
  der(
    sequence,
    oid(0x55, 0x1d, n),
    ...(critical ? [der(boolean, Uint8Array.of(0xff))] : []),
    der(octetString, value),
  );

/** `260101000000Z` */
function time(rfc: string, later = 0): Uint8Array {
  const [year = '', rest = ''] = [rfc.slice(2, 4), rfc.slice(4, 19).replace(/\D/g, '')];
  const shown = String(Number(year) + later).padStart(2, '0');
  return der(utcTime, asciiBytes(`${shown}${rest}Z`));
}

export function certificateAuthority(prng: Prng): string {
  const key = new RsaKey(prng);
  const publicKey = der(sequence, natural(key.modulus), natural(Uint8Array.of(1, 0, 1)));
  const name = der(
    sequence,
    der(set, der(sequence, oid(0x55, 0x04, 0x03), der(utf8String, asciiBytes(commonName)))),
  );
  const serial = Uint8Array.from(
    { length: 8 },
    (_, n) => prng.nextInt(n === 0 ? 0x7f : 0x100) + (n === 0 ? 1 : 0),
  );
  const start = rfc3339(0);
  const signed = der(
    sequence,
    der(0xa0, natural(Uint8Array.of(2))),
    natural(serial),
    sha256WithRsa,
    name,
    der(sequence, time(start), time(start, years)),
    name,
    der(sequence, rsaEncryption, bits(publicKey)),
    der(0xa3, der(sequence, ...extensionsOf(publicKey))),
  );
  const signature = bits(key.sign(signed));
  return encodePem('CERTIFICATE', der(sequence, signed, sha256WithRsa, signature));
}

/** Key usage, basic constraints, the subject's key and its name. */
const extensionsOf = (publicKey: Uint8Array): readonly Uint8Array[] => [
  // Digital signature, key encipherment and certificate signing: the first, third and sixth bit.
  extension(15, der(bitString, Uint8Array.of(2, 0b1010_0100)), true),
  extension(19, der(sequence, der(boolean, Uint8Array.of(0xff))), true),
  extension(14, der(octetString, sha256(publicKey).subarray(0, 20))),
  extension(17, der(sequence, der(0x82, asciiBytes(commonName)))),
];
