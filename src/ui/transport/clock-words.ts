/** Simulated time as the transport shows it: `00:00.041`, minutes, seconds, milliseconds. */
export function clockWords(microseconds: number): string {
  const total = Math.max(0, Math.floor(microseconds / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const minutes = Math.floor(total / 60_000);
  const seconds = Math.floor(total / 1000) % 60;
  return `${two(minutes)}:${two(seconds)}.${String(total % 1000).padStart(3, '0')}`;
}
