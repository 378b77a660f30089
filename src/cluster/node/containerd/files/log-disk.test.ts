import { describe, expect, it } from 'vitest';
import { LogDisk } from './log-disk.ts';

const path = '/var/log/pods/default_web_1/app/0.log';
const line = { at: 0, stream: 'stdout', text: 'é' } as const;

describe('a log file', () => {
  it('has the size of its entries in the CRI log format', () => {
    const disk = new LogDisk();
    disk.open(path).append(line);
    const entry = '2026-01-01T00:00:00.000000000Z stdout F é\n';
    expect(disk.file(path)?.bytes).toBe(new TextEncoder().encode(entry).length);
  });

  it('is written on by who has it open when it gets another name', () => {
    const disk = new LogDisk();
    const open = disk.open(path);
    disk.rename(path, `${path}.1`);
    open.append(line);
    expect(disk.file(path)).toBeUndefined();
    expect(disk.file(`${path}.1`)?.lines).toEqual([line]);
    expect(disk.rotatedOf(path)).toEqual([`${path}.1`]);
  });

  it('keeps no lines when it is compressed', () => {
    const disk = new LogDisk();
    const open = disk.open(path);
    for (let i = 0; i < 100; i++) open.append(line);
    const { bytes } = open;
    disk.compress(path);
    expect(disk.file(`${path}.gz`)?.lines).toEqual([]);
    expect(disk.usageBeside(path)).toBeLessThan(bytes);
  });

  it('leaves no folder behind when the last one is removed', () => {
    const disk = new LogDisk();
    disk.open(path);
    disk.remove(path);
    expect(disk.directories()).toEqual([]);
  });
});
