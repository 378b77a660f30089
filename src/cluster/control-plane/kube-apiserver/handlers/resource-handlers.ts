/**
 * Maps a verb to its handler. Models k8s.io/apiserver pkg/endpoints/installer.go
 * registerResourceHandlers.
 */
import type { ResourceHandler } from './handler.ts';
import { patchResource } from './patch.ts';
import { getResource, listResource, watchResource } from './read.ts';
import { createResource, deleteCollection, deleteResource, updateResource } from './write.ts';

interface NamedHandler {
  /** Upstream's name of the function. */
  readonly name: string;
  readonly handle: ResourceHandler;
}

export const resourceHandlers: Readonly<Record<string, NamedHandler | undefined>> = {
  create: { name: 'CreateResource', handle: createResource },
  get: { name: 'GetResource', handle: getResource },
  list: { name: 'ListResource', handle: listResource },
  watch: { name: 'WatchResource', handle: watchResource },
  update: { name: 'UpdateResource', handle: updateResource },
  patch: { name: 'PatchResource', handle: patchResource },
  delete: { name: 'DeleteResource', handle: deleteResource },
  deletecollection: { name: 'DeleteCollection', handle: deleteCollection },
};
