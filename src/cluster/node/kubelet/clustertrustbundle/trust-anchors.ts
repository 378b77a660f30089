/** The trust anchors that projected volumes show, as the kubelet asks for them. */
import type { Result } from '#base/result';
import type { ClusterTrustBundleProjection } from '#k8s.io/api/core/v1';
import type { Process } from '#sim/simulation';

export interface TrustAnchors {
  /** The anchors in PEM, or why the volume cannot be set up. */
  of(source: ClusterTrustBundleProjection): Process<Result<string, string>>;
  /** The bundles that the anchors come from; another bundle is another value. */
  sources(source: ClusterTrustBundleProjection): readonly unknown[];
}
