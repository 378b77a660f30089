/**
 * What works with ClusterTrustBundles, as one part of a cluster: only clusters with that feature
 * gate have it.
 *
 * This file only re-exports, so that a browser fetches the part as a separate file
 * (`worker/fetch-parts.ts`).
 */
export { certificateAuthority } from '#cluster/client/kubeadm/certificate-authority';
export { anchorErrors } from '#cluster/control-plane/kube-apiserver/registry/certificates/trust-anchors';
export { clusterTrustBundlePublisher } from '#cluster/control-plane/kube-controller-manager/certificates/clustertrustbundlepublisher/publisher';
export { ClusterTrustBundleManager } from '#cluster/node/kubelet/clustertrustbundle/manager';
