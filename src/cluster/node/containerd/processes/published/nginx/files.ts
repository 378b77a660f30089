/**
 * The files of the nginx image that people look at: its configuration and its pages.
 *
 * The directives and their values are those of the package; its commented examples are left out.
 * Facts: nginx/pkg-oss, and the responses of the published image.
 */

export const mainConfiguration = '/etc/nginx/nginx.conf';
const home = '/usr/share/nginx/html';

const configuration = (workers: string, level: string, pidFile: string): string => `
user  nginx;
worker_processes  ${workers};

error_log  /var/log/nginx/error.log ${level};
pid        ${pidFile};


events {
    worker_connections  1024;
}


http {
    include       /etc/nginx/mime.types;
    default_type  application/octet-stream;

    log_format  main  '$remote_addr - $remote_user [$time_local] "$request" '
                      '$status $body_bytes_sent "$http_referer" '
                      '"$http_user_agent" "$http_x_forwarded_for"';

    access_log  /var/log/nginx/access.log  main;

    sendfile        on;

    keepalive_timeout  65;

    include /etc/nginx/conf.d/*.conf;
}
`;

const defaultServer = `server {
    listen       80;
    server_name  localhost;

    location / {
        root   ${home};
        index  index.html index.htm;
    }

    # redirect server error pages to the static page /50x.html
    #
    error_page   500 502 503 504  /50x.html;
    location = /50x.html {
        root   ${home};
    }
}
`;

const types = `
types {
    text/html                              html htm shtml;
    text/css                               css;
    text/xml                               xml;
    image/gif                              gif;
    image/jpeg                             jpeg jpg;
    application/javascript                 js;
    text/plain                             txt;
    image/png                              png;
    image/svg+xml                          svg svgz;
    image/x-icon                           ico;
    application/json                       json;
    application/pdf                        pdf;
    application/zip                        zip;
}
`;

const style = `<style>
html { color-scheme: light dark; }
body { width: 35em; margin: 0 auto;
font-family: Tahoma, Verdana, Arial, sans-serif; }
</style>`;

const page = (title: string, body: string): string =>
  `<!DOCTYPE html>\n<html>\n<head>\n<title>${title}</title>\n${style}\n</head>\n<body>\n${body}\n` +
  '</body>\n</html>\n';

const link = (address: string): string => `<a href="${address}">${address.slice(8, -1)}</a>`;

/** The welcome page up to 1.29. */
const firstWelcome = page(
  'Welcome to nginx!',
  `<h1>Welcome to nginx!</h1>
<p>If you see this page, the nginx web server is successfully installed and
working. Further configuration is required.</p>

<p>For online documentation and support please refer to
<a href="http://nginx.org/">nginx.org</a>.<br/>
Commercial support is available at
<a href="http://nginx.com/">nginx.com</a>.</p>

<p><em>Thank you for using nginx.</em></p>`,
);

/** The welcome page of later versions. */
const welcome = page(
  'Welcome to nginx!',
  `<h1>Welcome to nginx!</h1>
<p>If you see this page, nginx is successfully installed and working.
Further configuration is required for the web server, reverse proxy, 
API gateway, load balancer, content cache, or other features.</p>

<p>For online documentation and support please refer to
${link('https://nginx.org/')}.<br/>
To engage with the community please visit
${link('https://community.nginx.org/')}.<br/>
For enterprise grade support, professional services, additional 
security features and capabilities please refer to
<a href="https://f5.com/nginx">f5.com/nginx</a>.</p>

<p><em>Thank you for using nginx.</em></p>`,
);

const troubles = page(
  'Error',
  `<h1>An error occurred.</h1>
<p>Sorry, the page you are looking for is currently unavailable.<br/>
Please try again later.</p>
<p>If you are the system administrator of this resource then you should check
the error log for details.</p>
<p><em>Faithfully yours, nginx.</em></p>`,
);

/** `minor` of 1.29. */
const minorOf = (version: string): number => Number(version.split('.')[1]);

const newWelcomeSince = 29;
const runFolderSince = 29;
/** Before it: one worker, and a log without the notices of a start. */
const autoSince = 19;

/** The files of a version, by path. */
export function nginxFiles(version: string): Readonly<Record<string, string>> {
  const minor = minorOf(version);
  const pidFile = minor >= runFolderSince ? '/run/nginx.pid' : '/var/run/nginx.pid';
  const [workers, level] =
    minor >= autoSince ? (['auto', 'notice'] as const) : (['1', 'warn'] as const);
  return {
    [mainConfiguration]: configuration(workers, level, pidFile),
    '/etc/nginx/conf.d/default.conf': defaultServer,
    '/etc/nginx/mime.types': types,
    [`${home}/index.html`]: minor >= newWelcomeSince ? welcome : firstWelcome,
    [`${home}/50x.html`]: troubles,
    '/var/cache/nginx/.': '',
    '/var/log/nginx/.': '',
    '/run/.': '',
  };
}

/** What goes to the log files goes to the container's streams. */
export const nginxLinks: Readonly<Record<string, string>> = {
  '/var/log/nginx/access.log': '/dev/stdout',
  '/var/log/nginx/error.log': '/dev/stderr',
  '/var/run': '/run',
};
