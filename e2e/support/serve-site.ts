/**
 * `tsx e2e/support/serve-site.ts PORT`: the built site below a path, as a static host serves it, until
 * it is stopped. It does not compress: nobody waits for a line here, and a core would.
 */
import { dist, SiteServer } from './site-server.ts';

const { address } = await SiteServer.start({}, {}, dist, Number(process.argv[2]));
console.log(address);
