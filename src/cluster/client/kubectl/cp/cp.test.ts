import { describe, expect, it } from 'vitest';
import { NodeBed } from '#cluster/node/node-bed.fixture';

/** A node with two pods whose images have tar, and one whose image has nothing else. */
const bed = new NodeBed();
bed.pod('web');
bed.pod('other', { image: 'nginx:1.28', command: undefined });
bed.pod('bare', { image: 'registry.k8s.io/pause:3.10.1', command: undefined });
bed.wait(10);

const shell = (pod: string, script: string): string => bed.run(`exec ${pod} -- sh -c "${script}"`);

describe('kubectl cp', () => {
  it('brings a file to this machine and from there into another container', () => {
    shell('web', 'echo ä > /tmp/note; chmod 600 /tmp/note');
    expect(bed.run('cp web:/tmp/note notes/here')).toBe(
      "tar: removing leading '/' from member names\n",
    );
    expect(bed.run('cp notes/here other:/tmp/there')).toBe('');
    expect(shell('other', 'cat /tmp/there')).toBe('ä\n');
    expect(bed.run('cp /home/admin/notes/here default/other:/etc -c app')).toBe('');
    expect(shell('other', 'cat /etc/here')).toBe('ä\n');
  });

  it('brings a folder with all below it, and an empty one', () => {
    shell('web', 'mkdir -p /data/a/b /data/empty; echo 1 > /data/a/b/one; echo 2 > /data/two');
    expect(bed.run('cp web:data copy')).toBe('');
    expect(bed.run('cp copy other:/copied --no-preserve')).toBe('');
    expect(shell('other', 'cd /copied; cat a/b/one two; ls')).toBe('1\n2\na\nempty\ntwo\n');
  });

  it('says what is not there, on either side', () => {
    expect(bed.run('cp web:/nope here')).toBe(
      "tar: removing leading '/' from member names\n" +
        'tar: /nope: No such file or directory\n' +
        'tar: error exit delayed from previous errors\n' +
        'command terminated with exit code 1\n',
    );
    expect(bed.run('cp nope web:/tmp')).toBe("error: nope doesn't exist in local filesystem\n");
    expect(bed.run('cp gone:/a b')).toBe('Error from server (NotFound): pods "gone" not found\n');
    shell('web', 'echo 1 > /tmp/one');
    bed.run('cp web:tmp/one one');
    expect(bed.run('cp one web:/no/folder/one')).toBe(
      "tar: can't change directory to '/no/folder': No such file or directory\n" +
        'command terminated with exit code 1\n',
    );
  });

  it('needs tar in the image', () => {
    expect(bed.run('cp bare:/pause here')).toMatch(
      /exec: "tar": executable file not found in \$PATH/,
    );
  });

  it('does not write a file where a folder is', () => {
    expect(bed.run('cp web:/etc/hostname /tmp')).toMatch(/error: open \/tmp: is a directory\n$/);
  });

  it('copies between this machine and one container', () => {
    expect(bed.run('cp a')).toBe('error: source and destination are required\n');
    expect(bed.run('cp a b')).toBe(
      'error: one of src or dest must be a remote file specification\n',
    );
    expect(bed.run('cp web:/a other:/b')).toBe(
      'error: one of src or dest must be a local file specification\n',
    );
    expect(bed.run('cp web: b')).toBe('error: filepath can not be empty\n');
    expect(bed.run('cp a/b/c:/d e')).toBe(
      'error: filespec must match the canonical format: [[namespace/]pod:]file/path\n',
    );
  });
});
