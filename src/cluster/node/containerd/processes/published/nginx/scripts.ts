/**
 * The scripts that the image runs before nginx: `/docker-entrypoint.sh`, which starts each script
 * of /docker-entrypoint.d and then becomes the program.
 *
 * They do what those of the published image do, in the same order and with the same log lines, as
 * far as this shell and these machines can: no templates are filled in (envsubst), and the machines
 * have no IPv6. Facts: nginx/docker-nginx, `entrypoint/`.
 */

const folder = '/docker-entrypoint.d';
const beginning = '#!/bin/sh\nset -e\n';

/** Says a line, unless the person wants quiet logs. */
const log = `log() {
  if [ -z "\${NGINX_ENTRYPOINT_QUIET_LOGS:-}" ]; then echo "$@"; fi
}
`;

const entrypoint = `${beginning}${log}
if [ "$1" = nginx ] || [ "$1" = nginx-debug ]; then
  if [ -n "$(ls ${folder} 2>/dev/null)" ]; then
    log "$0: ${folder}/ is not empty, will attempt to perform configuration"
    log "$0: Looking for shell scripts in ${folder}/"
    for file in ${folder}/*; do
      case "$file" in
        *.envsh)
          if [ -x "$file" ]; then log "$0: Sourcing $file"; . "$file"
          else log "$0: Ignoring $file, not executable"; fi ;;
        *.sh)
          if [ -x "$file" ]; then log "$0: Launching $file"; "$file"
          else log "$0: Ignoring $file, not executable"; fi ;;
        *) log "$0: Ignoring $file" ;;
      esac
    done
    log "$0: Configuration complete; ready for start up"
  else
    log "$0: No files found in ${folder}/, skipping configuration"
  fi
fi
exec "$@"
`;

const listenOnIpv6 = `${beginning}${log}
if [ ! -f /proc/net/if_inet6 ]; then
  log "10-listen-on-ipv6-by-default.sh: info: ipv6 not available"
fi
`;

/** Puts the name servers into a variable, for templates that want a resolver. */
const localResolvers = `if [ -n "\${NGINX_ENTRYPOINT_LOCAL_RESOLVERS:-}" ]; then
  NGINX_LOCAL_RESOLVERS=
  while read -r key value; do
    if [ "$key" = nameserver ]; then
      NGINX_LOCAL_RESOLVERS="\${NGINX_LOCAL_RESOLVERS:+$NGINX_LOCAL_RESOLVERS }$value"
    fi
  done < /etc/resolv.conf
  export NGINX_LOCAL_RESOLVERS
fi
`;

const fillTemplates = `${beginning}
templates="\${NGINX_ENVSUBST_TEMPLATE_DIR:-/etc/nginx/templates}"
if [ -d "$templates" ]; then
  echo "podyssey: nginx is simulated: the templates in $templates are not filled in" >&2
fi
`;

const tuneWorkers = `${beginning}
if [ -n "\${NGINX_ENTRYPOINT_WORKER_PROCESSES_AUTOTUNE:-}" ]; then
  echo "podyssey: nginx is simulated: the number of workers is not tuned" >&2
fi
`;

/** By path. All may be executed. */
export const entrypointScripts: Readonly<Record<string, string>> = {
  '/docker-entrypoint.sh': entrypoint,
  [`${folder}/10-listen-on-ipv6-by-default.sh`]: listenOnIpv6,
  [`${folder}/15-local-resolvers.envsh`]: localResolvers,
  [`${folder}/20-envsubst-on-templates.sh`]: fillTemplates,
  [`${folder}/30-tune-worker-processes.sh`]: tuneWorkers,
};
