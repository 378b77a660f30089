/**
 * Defaults of pods and pod templates.
 *
 * Models kubernetes/pkg/apis/core/v1 defaults.go SetDefaults_PodSpec (pods and templates) and
 * SetDefaults_Pod (pods alone: requests from limits, service links, host ports).
 */
import type { Container } from '../core/container.ts';
import type { Pod, PodSpec, PodTemplateSpec } from '../core/pod.ts';
import { defaultContainer, defaultResourceList } from './container.ts';
import { addMissing, change, each, fill, once } from './fill.ts';
import { defaultPodResources } from './pod-resources.ts';
import { defaultVolume } from './volume.ts';

/** What every pod spec gets, wherever it stands. */
export function defaultPodSpec(spec: PodSpec): PodSpec {
  let result = fill(spec, {
    dnsPolicy: 'ClusterFirst',
    restartPolicy: 'Always',
    securityContext: {},
    terminationGracePeriodSeconds: 30,
    schedulerName: 'default-scheduler',
  });
  result = change(result, 'volumes', (volumes) => each(volumes, defaultVolume));
  result = change(result, 'initContainers', (list) => each(list, defaultContainer));
  result = change(result, 'containers', (list) => each(list, defaultContainer));
  result = change(result, 'ephemeralContainers', (list) => each(list, defaultContainer));
  return change(result, 'overhead', defaultResourceList);
}

const defaultSpecOfTemplate = once(defaultPodSpec);

export const defaultPodTemplate = (template: PodTemplateSpec): PodTemplateSpec =>
  change(template, 'spec', defaultSpecOfTemplate);

const defaultSpecOfPod = once((spec: PodSpec) => defaultPodOnly(defaultPodSpec(graceful(spec))));

/** No negative grace, in pods alone. Source: conversion.go Convert_v1_Pod_To_core_Pod. */
const graceful = (spec: PodSpec): PodSpec =>
  (spec.terminationGracePeriodSeconds ?? 0) < 0
    ? { ...spec, terminationGracePeriodSeconds: 1 }
    : spec;

export const defaultPod = (pod: Pod): Pod => change(pod, 'spec', defaultSpecOfPod);

function defaultPodOnly(spec: PodSpec): PodSpec {
  let result = fill(spec, { enableServiceLinks: true });
  result = defaultPodResources(eachContainer(result, requestsFromLimits));
  return result.hostNetwork ? eachContainer(result, hostPorts) : result;
}

const eachContainer = (spec: PodSpec, by: (container: Container) => Container): PodSpec =>
  change(
    change(spec, 'containers', (list) => each(list, by)),
    'initContainers',
    (list) => each(list, by),
  );

const requestsFromLimits = (container: Container): Container =>
  change(container, 'resources', (resources) => {
    if (resources.limits === undefined) return resources;
    const requests = addMissing(resources.requests, resources.limits);
    return requests === resources.requests ? resources : { ...resources, requests };
  });

const hostPorts = (container: Container): Container =>
  change(container, 'ports', (ports) =>
    each(ports, (port) => (port.hostPort ? port : { ...port, hostPort: port.containerPort })),
  );
