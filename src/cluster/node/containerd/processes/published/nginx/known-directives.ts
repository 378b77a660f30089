/**
 * The names of nginx's directives, and those that this simulation reads.
 * Source: the alphabetical index of directives of nginx's documentation.
 */

/** What configuration.ts reads. */
const read = new Set(
  (
    'access_log add_header alias default_type deny error_log error_page events http include index ' +
    'keepalive_timeout listen location log_format pid return root server server_name server_tokens ' +
    'try_files types user worker_processes'
  ).split(' '),
);

/** What changes nothing that can be seen here: how the real program uses its machine. */
const invisible = new Set(
  (
    'accept_mutex aio charset client_body_buffer_size client_header_buffer_size daemon directio ' +
    'large_client_header_buffers lingering_close master_process multi_accept open_file_cache ' +
    'output_buffers pcre_jit reset_timedout_connection sendfile server_names_hash_bucket_size ' +
    'server_names_hash_max_size tcp_nodelay tcp_nopush thread_pool timer_resolution ' +
    'types_hash_bucket_size types_hash_max_size use variables_hash_bucket_size ' +
    'variables_hash_max_size worker_connections worker_cpu_affinity worker_priority ' +
    'worker_rlimit_nofile worker_shutdown_timeout'
  ).split(' '),
);

/** What nginx has and this program has not. */
const notModelled = new Set(
  (
    'absolute_redirect add_trailer allow auth_basic auth_basic_user_file auth_request autoindex ' +
    'break client_body_timeout client_header_timeout client_max_body_size disable_symlinks env ' +
    'etag expires gzip gzip_comp_level gzip_min_length gzip_proxied gzip_static gzip_types ' +
    'gzip_vary http2 if if_modified_since internal ip_hash keepalive keepalive_requests ' +
    'least_conn limit_conn limit_conn_zone limit_except limit_rate limit_req limit_req_zone ' +
    'load_module map merge_slashes mirror open_log_file_cache port_in_redirect proxy_buffering ' +
    'proxy_buffers proxy_buffer_size proxy_cache proxy_connect_timeout proxy_http_version ' +
    'proxy_intercept_errors proxy_next_upstream proxy_pass proxy_read_timeout proxy_redirect ' +
    'proxy_send_timeout proxy_set_header real_ip_header resolver resolver_timeout rewrite satisfy ' +
    'send_timeout server_name_in_redirect set set_real_ip_from split_clients ssi ssl_certificate ' +
    'ssl_certificate_key ssl_ciphers ssl_prefer_server_ciphers ssl_protocols ' +
    'ssl_session_cache ssl_session_timeout stream stub_status sub_filter upstream fastcgi_pass ' +
    'fastcgi_param fastcgi_index fastcgi_split_path_info geo underscores_in_headers uwsgi_pass zone'
  ).split(' '),
);

/** Whether nginx has a directive of this name. */
export const isKnown = (name: string): boolean =>
  read.has(name) || invisible.has(name) || notModelled.has(name);

/** Whether nginx would do something at this directive that this program does not do. */
export const withoutEffect = (name: string): boolean => notModelled.has(name);
