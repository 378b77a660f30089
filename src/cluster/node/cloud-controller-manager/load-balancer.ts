/**
 * What the controller asks of a cloud: the contract that each cloud's own code fulfils.
 * Models k8s.io/cloud-provider cloud.go LoadBalancer; every call takes the cloud's own time.
 */
import type { Result } from '#base/result';
import type { LoadBalancerStatus, Node, Service } from '#k8s.io/api/core/v1';
import type { Process } from '#sim/simulation';

export interface LoadBalancer {
  /** The status of a service's load balancer; `undefined`: it has none. */
  getLoadBalancer(service: Service): Process<LoadBalancerStatus | undefined>;
  /** Makes it, or changes it to what the service now says. Error: the cloud's own words. */
  ensureLoadBalancer(
    service: Service,
    nodes: readonly Node[],
  ): Process<Result<LoadBalancerStatus, string>>;
  /** Passes packets on to these nodes from now on. */
  updateLoadBalancer(service: Service, nodes: readonly Node[]): Process<Result<undefined, string>>;
  /** Succeeds where there is none. */
  ensureLoadBalancerDeleted(service: Service): Process<Result<undefined, string>>;
}

/** Source: k8s.io/cloud-provider cloud.go DefaultLoadBalancerName; some clouds allow 32 letters. */
export const defaultLoadBalancerName = ({ metadata }: Service): string =>
  `a${metadata.uid}`.replaceAll('-', '').slice(0, 32);
