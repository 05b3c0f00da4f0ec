// A Debian package with Node.js inside, because Debian 12 has an older one. debian/ has what is not made here.
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Arch, copyProgram, debianArch, inNewFolder, packages, root, run, version } from './program.js';

const source = join(root, 'tools/package/debian');
const lib = 'usr/lib/almanac';
const docs = 'usr/share/doc/almanac';

const completions = {
  bash: 'usr/share/bash-completion/completions/almanac',
  zsh: 'usr/share/zsh/vendor-completions/_almanac',
  fish: 'usr/share/fish/vendor_completions.d/almanac.fish',
};

/** The unit of the repository, for the folders of the package. */
function unit(): string {
  const text = readFileSync(join(root, 'deploy/almanac.service'), 'utf8')
    .replace('file:///opt/almanac/docs/operations.md', `file:///${docs}/operations.md`)
    .replace('/usr/bin/node /opt/almanac/bin/almanac.js', `/${lib}/node /${lib}/bin/almanac.js`)
    .replace('WorkingDirectory=/opt/almanac', 'WorkingDirectory=/var/lib/almanac');
  if (/\/opt\/|\/usr\/bin\/node/.test(text))
    throw new Error('deploy/almanac.service names a folder that the package lacks');
  return text;
}

const control = (arch: Arch, kilobytes: number): string => `Package: almanac
Version: ${version}
Architecture: ${debianArch[arch]}
Maintainer: Almanac contributors <almanac@localhost>
Installed-Size: ${kilobytes}
Depends: init-system-helpers (>= 1.54), libc6 (>= 2.28), libstdc++6 (>= 8), passwd
Section: web
Priority: optional
Description: event calendar with a website, an admin console and a REST API
 Almanac serves a public event calendar, a console for its editors and an API,
 with an embedded database or PostgreSQL. It runs as the user almanac on
 127.0.0.1:8080; journalctl -u almanac shows the address to set it up.
`;

const copyright = (): string =>
  [
    readFileSync(join(root, 'LICENSE'), 'utf8'),
    `Licenses of the parts: /${lib}/node.LICENSE (Node.js), /${lib}/dist/licenses.md and /${lib}/dist/web/licenses.md`,
    `(packages in the bundles), /${lib}/dist/fonts/LICENSE (font), /${lib}/node_modules (packages beside them).\n`,
  ].join('\n');

export const makeDebianPackage = (arch: Arch): string =>
  inNewFolder((folder) => {
    const write = (path: string, content: string | Uint8Array, mode = 0o644): void => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content, { mode });
    };
    copyProgram(join(folder, lib), arch);
    write(`${lib}/service.env`, 'ALMANAC_DATA=/var/lib/almanac\n');
    write('usr/bin/almanac', readFileSync(join(source, 'almanac')), 0o755);
    write('usr/lib/systemd/system/almanac.service', unit());
    write('etc/almanac/almanac.env', readFileSync(join(source, 'almanac.env')), 0o640);
    write(`${docs}/copyright`, copyright());
    write(`${docs}/changelog.gz`, gzipSync(readFileSync(join(root, 'CHANGELOG.md')), { level: 9 }));
    for (const name of ['operations.md', 'configuration.md', 'commands.md']) {
      cpSync(join(root, 'docs', name), join(folder, docs, name));
    }
    for (const [shell, path] of Object.entries(completions)) {
      write(path, run('node', ['bin/almanac.js', 'completion', shell]));
    }
    // The modes of the files of this machine depend on its umask.
    run('chmod', ['-R', 'u=rwX,go=rX', join(folder, 'usr')]);
    const sums = run('sh', ['-c', 'find usr -type f -print0 | sort -z | xargs -0 md5sum'], folder);
    const kilobytes = Number(run('du', ['-sk', '--apparent-size', folder]).split('\t', 1)[0]);
    write('DEBIAN/control', control(arch, kilobytes));
    write('DEBIAN/md5sums', sums);
    write('DEBIAN/conffiles', '/etc/almanac/almanac.env\n');
    for (const script of readdirSync(source).filter((name) => /^(pre|post)/.test(name))) {
      write(`DEBIAN/${script}`, readFileSync(join(source, script)), 0o755);
    }
    run('chmod', ['0755', folder, join(folder, 'DEBIAN'), join(folder, 'etc'), join(folder, 'etc/almanac')]);
    const file = join(packages, `almanac_${version}_${debianArch[arch]}.deb`);
    run('dpkg-deb', ['--root-owner-group', '--build', folder, file]);
    return file;
  });
