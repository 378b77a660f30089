/**
 * A connection to the API server with its TLS handshake, which fails with a wrong clock.
 *
 * Models what crypto/tls checks of the server's certificate: the client's own time must lie in its
 * validity. An open connection is not checked again, so a wrong clock only matters when a process
 * starts or dials again.
 */
import { err, type Result } from '#base/result';
import { type Duration, hour, minute, rfc3339, type SimTime } from '#base/sim-time';
import type {
  ConnectionError,
  HttpRequest,
  HttpResponse,
  RoundTripper,
} from '#k8s.io/client-go/rest/http';
import type { Process } from '#sim/simulation';

/** Source: kubeadm constants CertificateBackdate and CertificateValidityPeriod. */
const backdated: Duration = 5 * minute;
const validFor: Duration = 365 * 24 * hour;

export class TlsTransport implements RoundTripper {
  readonly #inner: RoundTripper;
  readonly #wall: () => SimTime;
  #connected = false;

  /** `wall`: the time on the client's machine. The certificate was created when the run began. */
  constructor(inner: RoundTripper, wall: () => SimTime) {
    this.#inner = inner;
    this.#wall = wall;
  }

  *roundTrip(request: HttpRequest): Process<Result<HttpResponse, ConnectionError>> {
    if (!this.#connected) {
      const refusal = this.#verify();
      if (refusal !== undefined) return err({ message: refusal });
    }
    const result = yield* this.#inner.roundTrip(request);
    this.#connected = result.ok;
    return result;
  }

  #verify(): string | undefined {
    const now = this.#wall();
    const text = 'tls: failed to verify certificate: x509: certificate has expired or is not yet';
    const time = `${text} valid: current time ${rfc3339(now)} is`;
    if (now < -backdated) return `${time} before ${rfc3339(-backdated)}`;
    return now > validFor ? `${time} after ${rfc3339(validFor)}` : undefined;
  }
}
