/** A cluster, and somebody who types lines as they are. */
import { seconds } from '#base/sim-time';
import { NodeBed } from '#cluster/node/node-bed.fixture';

export class PersonBed extends NodeBed {
  /** What a line prints on both streams. */
  type(line: string, stdin?: string): string {
    const command = { line, user: 'admin', ...(stdin !== undefined && { stdin }) };
    const result = this.simulation.runCommand(command, seconds(60));
    return `${result?.stdout}${result?.stderr}`;
  }
}

export const configMap = (name: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`;
