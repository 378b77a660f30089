/**
 * A certificate authority of one's own, made when the server starts: it signs the server's
 * certificate and those of the scenario's people, with ECDSA keys on P-256.
 */
import 'reflect-metadata';
import {
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its private key, both as PEM. */
export interface KeyPair {
  readonly certificate: string;
  readonly key: string;
}

const keyAlgorithm = { name: 'ECDSA', namedCurve: 'P-256' };
const signingAlgorithm = { name: 'ECDSA', hash: 'SHA-256' };
/** Source: kubeadm constants CertificateBackdate; a year is its CertificateValidityPeriod. */
const backdatedMilliseconds = 5 * 60_000;
const validMilliseconds = 365 * 24 * 3_600_000;

/** The names of a subject: Kubernetes reads the user from `CN` and the groups from each `O`. */
export interface Subject {
  readonly commonName: string;
  readonly organizations: readonly string[];
}

export class CertificateAuthority {
  readonly #keys: CryptoKeyPair;
  readonly #own: X509Certificate;
  #serial = 1;

  private constructor(keys: CryptoKeyPair, own: X509Certificate) {
    this.#keys = keys;
    this.#own = own;
  }

  /** Makes a new key and a certificate that signs itself. */
  static async create(commonName: string): Promise<CertificateAuthority> {
    const keys = await newKeys();
    const own = await X509CertificateGenerator.createSelfSigned({
      serialNumber: '01',
      name: nameOf({ commonName, organizations: [] }),
      ...validity(),
      signingAlgorithm,
      keys,
      extensions: [
        new BasicConstraintsExtension(true, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
      ],
    });
    return new CertificateAuthority(keys, own);
  }

  /** PEM. */
  get certificate(): string {
    return this.#own.toString('pem');
  }

  /** A certificate for a server that is called by these names and addresses. */
  async server(names: readonly string[], addresses: readonly string[]): Promise<KeyPair> {
    const alternatives = new SubjectAlternativeNameExtension([
      ...names.map((value) => ({ type: 'dns' as const, value })),
      ...addresses.map((value) => ({ type: 'ip' as const, value })),
    ]);
    const usage = new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]);
    const subject = { commonName: 'kube-apiserver', organizations: [] };
    return await this.#issue(subject, [usage, alternatives]);
  }

  async client(subject: Subject): Promise<KeyPair> {
    return await this.#issue(subject, [
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth]),
    ]);
  }

  async #issue(
    subject: Subject,
    extensions: readonly (ExtendedKeyUsageExtension | SubjectAlternativeNameExtension)[],
  ): Promise<KeyPair> {
    const keys = await newKeys();
    this.#serial++;
    const certificate = await X509CertificateGenerator.create({
      serialNumber: this.#serial.toString(16).padStart(4, '0'),
      subject: nameOf(subject),
      issuer: this.#own.subject,
      ...validity(),
      signingAlgorithm,
      publicKey: keys.publicKey,
      signingKey: this.#keys.privateKey,
      extensions: [new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true), ...extensions],
    });
    const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
    return {
      certificate: certificate.toString('pem'),
      key: PemConverter.encode(key, 'PRIVATE KEY'),
    };
  }
}

const newKeys = (): Promise<CryptoKeyPair> =>
  crypto.subtle.generateKey(keyAlgorithm, true, ['sign', 'verify']);

function nameOf({ commonName, organizations }: Subject): Record<string, string[]>[] {
  return [...organizations.map((name) => ({ O: [name] })), { CN: [commonName] }];
}

function validity(): { readonly notBefore: Date; readonly notAfter: Date } {
  const now = Date.now();
  return {
    notBefore: new Date(now - backdatedMilliseconds),
    notAfter: new Date(now + validMilliseconds),
  };
}
