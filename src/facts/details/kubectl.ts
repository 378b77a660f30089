/** More about what kubectl does. */

import type { Fact, FactOf } from '#trace/facts';
import type { KubectlFactUnion } from '#trace/facts/kubectl';
import type { FactDetails, StoryRow } from './fact-details.ts';
import { byCommand, type Citation, clientGo, kubectl, staging } from './places.ts';

/** The place in kubectl, and none for another program of the person's machine. */
const ofKubectl =
  (place: Citation) =>
  ({ component }: Fact): readonly Citation[] =>
    component === 'kubectl' ? [place] : [];

const namePrinter = `${staging}/cli-runtime/pkg/printers/name.go`;
/** `deployment.apps/nginx created`: what has been done, with the object's name. */
const namesObjects = /^(?:[a-z][\w.-]*\/\S+ [a-z][^\n]*\n?)+$/;

export const kubectlDetails: { readonly [T in KubectlFactUnion['type']]: FactDetails<FactOf<T>> } =
  {
    CommandParsed: {
      source: {
        place: [`${kubectl}/cmd/cmd.go`],
        decidedBy: ({ command }) => [byCommand[command]],
      },
      rows: ({ command, args, flags }) => [
        ['command', command],
        ['arguments', args.join(' ')],
        ...Object.entries(flags).map(([flag, value]): StoryRow => [`--${flag}`, value]),
      ],
    },
    KubeconfigLoaded: {
      source: {
        place: [`${clientGo}/tools/clientcmd/loader.go`, 'NewDefaultClientConfigLoadingRules'],
      },
      rows: ({ files, context, server, user, credential }) => [
        ['file', files.find(({ found }) => found)?.path ?? ''],
        ['context', context],
        ['server', server],
        ['user', user],
        ['credential', credential],
      ],
    },
    ManifestGenerated: {
      source: {
        place: [`${kubectl}/cmd/create/create_deployment.go`, 'createDeployment'],
        decidedBy: ({ object }) =>
          object.kind === 'Deployment' ? [byCommand['create deployment']] : [],
      },
      rows: ({ object: { apiVersion, kind, metadata } }) => [
        ['apiVersion', apiVersion],
        ['kind', kind],
        ['name', metadata.name],
      ],
    },
    DiscoveryCacheRead: {
      source: { place: [`${clientGo}/discovery/cached/disk/cached_discovery.go`] },
    },
    OutputPrinted: {
      source: {
        decidedBy: (fact) =>
          namesObjects.test(fact.text) ? ofKubectl([namePrinter, 'printObj'])(fact) : [],
      },
    },
    CommandExited: {
      source: { decidedBy: ofKubectl([`${kubectl}/cmd/util/helpers.go`, 'checkErr']) },
      severity: ({ exitCode }) => (exitCode === 0 ? 'I' : 'E'),
      answer: ({ exitCode }) => ({ 'process.exit.code': exitCode }),
      failure: ({ exitCode }) => (exitCode === 0 ? undefined : `exit code ${exitCode}`),
    },
  };
