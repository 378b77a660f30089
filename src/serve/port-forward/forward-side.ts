/** What the wire forms of a port-forward have in common. */
import type { PortForwardFrame } from '#trace/port-forward-frame';

/** One client's wire form: takes the frames of the run and ends with it. */
export interface ForwardSide {
  /** A frame from the Pod. */
  forwarded(frame: PortForwardFrame): void;
  /** The port-forward has ended in the run. */
  ended(): void;
}

/** Sends a frame into the run. */
export type SendFrame = (frame: PortForwardFrame) => void;
