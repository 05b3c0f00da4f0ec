// An archive with Node.js inside, for any Linux with glibc 2.28 or later: unpack it anywhere and run bin/almanac.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Arch, copyProgram, inNewFolder, packages, root, run, version } from './program.js';

const launcher = `#!/bin/sh
# Runs the program with the Node.js beside it, also through a symbolic link.
lib=$(dirname -- "$(readlink -f -- "$0")")/../lib
exec "$lib/node" "$lib/bin/almanac.js" "$@"
`;

export const makeArchive = (arch: Arch): string =>
  inNewFolder((folder) => {
    const name = `almanac-${version}-linux-${arch}`;
    copyProgram(join(folder, name, 'lib'), arch);
    mkdirSync(join(folder, name, 'bin'));
    writeFileSync(join(folder, name, 'bin/almanac'), launcher, { mode: 0o755 });
    for (const file of ['LICENSE', 'README.md']) cpSync(join(root, file), join(folder, name, file));
    const archive = join(packages, `${name}.tar.gz`);
    run('tar', ['--owner=0', '--group=0', '--numeric-owner', '--sort=name', '-czf', archive, '-C', folder, name]);
    return archive;
  });
