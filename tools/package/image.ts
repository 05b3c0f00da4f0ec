// The container image, without Docker and without a registry: buildah builds the Dockerfile of the repository on a base image that is
// made from packages of Debian and npm. Needs root, buildah and mmdebstrap; for another processor also a kernel that runs its programs
// (qemu-user-static with binfmt_misc).
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Arch,
  debianArch,
  inNewFolder,
  nodeVersion,
  packages,
  root,
  run,
  unpackFromNpm,
  version,
} from './program.js';

/** What Node.js, npm and the Dockerfile use. They are unpacked, not configured, which works for any processor. */
const debianPackages =
  'base-files,bash,coreutils,dash,findutils,grep,gzip,libc-bin,libc6,libgcc-s1,libstdc++6,sed,tar,tzdata';
const npmVersion = '11.19.1';

/** The registry and the certificates that npm uses on this machine, while the image is built. */
function npmSettings(folder: string): readonly string[] {
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  const registry = run('npm', ['config', 'get', 'registry']).trim();
  const lines = [`registry=${registry}`, ...(certificates ? ['cafile=/run/certificates.crt'] : [])];
  writeFileSync(join(folder, 'npmrc'), `${lines.join('\n')}\n`);
  const volumes = [`${join(folder, 'npmrc')}:/root/.npmrc:ro`];
  if (certificates) volumes.push(`${certificates}:/run/certificates.crt:ro`);
  return volumes.flatMap((volume) => ['--volume', volume]);
}

/** Returns the name of the image, which stays for the next build. */
function makeBase(arch: Arch): string {
  const name = `localhost/node:${nodeVersion}-slim-${debianArch[arch]}`;
  const isMade = run('buildah', ['images', '--all', '--format', '{{.Name}}:{{.Tag}}']).split('\n').includes(name);
  if (isMade) return name;
  return inNewFolder((folder) => {
    const system = join(folder, 'system');
    const options = ['--variant=extract', `--architectures=${debianArch[arch]}`, `--include=${debianPackages}`];
    run('mmdebstrap', ['--quiet', ...options, 'bookworm', system]);
    for (const left of [
      'usr/share/doc',
      'usr/share/man',
      'usr/share/locale',
      'var/cache/apt',
      'var/lib/apt',
      'var/lib/dpkg',
    ]) {
      rmSync(join(system, left), { recursive: true, force: true });
    }
    writeFileSync(join(system, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/bash\n');
    writeFileSync(join(system, 'etc/group'), 'root:x:0:\n');
    const local = join(system, 'usr/local');
    unpackFromNpm(`node-linux-${arch}@${nodeVersion}`, join(folder, 'node'));
    mkdirSync(join(local, 'bin'), { recursive: true });
    cpSync(join(folder, 'node/bin/node'), join(local, 'bin/node'));
    unpackFromNpm(`npm@${npmVersion}`, join(local, 'lib/node_modules/npm'));
    symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'));
    const container = run('buildah', ['from', '--arch', debianArch[arch], 'scratch']).trim();
    run('buildah', ['add', '--quiet', container, system, '/']);
    run('buildah', [
      'config',
      '--arch',
      debianArch[arch],
      '--cmd',
      'node',
      '--env',
      'PATH=/usr/local/bin:/usr/bin:/bin',
      container,
    ]);
    run('buildah', ['commit', '--quiet', '--rm', container, name]);
    return name;
  });
}

/** Stages that run on this machine use its own base image: only the last one is for the other processor. */
export function makeImage(arch: Arch): string {
  const bases = [`BUILD_BASE=${makeBase(process.arch === 'arm64' ? 'arm64' : 'x64')}`, `BASE=${makeBase(arch)}`];
  const name = `localhost/almanac:${version}-${debianArch[arch]}`;
  const file = join(packages, `almanac-${version}-image-${debianArch[arch]}.tar`);
  inNewFolder((folder) => {
    const options = ['--isolation', 'chroot', '--format', 'docker', '--layers=false'];
    const args = [...bases, `TARGETARCH=${debianArch[arch]}`].flatMap((text) => ['--build-arg', text]);
    run('buildah', ['build', ...options, ...npmSettings(folder), ...args, '--tag', name, root]);
  });
  if (existsSync(file)) rmSync(file);
  run('buildah', ['push', '--quiet', name, `oci-archive:${file}:almanac:${version}`]);
  return file;
}
