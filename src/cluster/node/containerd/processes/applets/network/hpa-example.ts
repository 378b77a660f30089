/**
 * The web page of `registry.k8s.io/hpa-example`: computes one million square roots for every
 * request, then answers `OK!`.
 */
import { ms } from '#base/sim-time';
import type { Connection } from '#cluster/node/os/sockets';
import type { Process } from '#sim/simulation';
import { type ProcessContext, type Program, timeOnCpu } from '../../program.ts';

const workPerRequest = ms(45);
const port = 80;

export const hpaExample: Program = function* (context) {
  const listening = context.network?.listen(port);
  if (listening?.ok !== true) return 1;
  try {
    for (;;) {
      const connection = yield* listening.value.accept();
      context.sim.spawn('apache request', answer(context, connection));
    }
  } finally {
    listening.value.close();
  }
};

function* answer(context: ProcessContext, connection: Connection): Process {
  if ((yield* connection.receive()) === undefined) return;
  yield timeOnCpu(context, workPerRequest);
  connection.send('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 3\r\n\r\nOK!');
  connection.close();
}
