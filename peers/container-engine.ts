import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)
const project = join(import.meta.dirname, '..')
const architecture = process.arch
const maxBuffer = 64 * 1024 * 1024

/** Returns the mirror of Debian 12 that apt uses on this machine. @throws Error when apt has none */
export const debianMirror = () => {
  const args = ['indextargets', '--format', '$(CODENAME) $(COMPONENT) $(REPO_URI)', 'Created-By: Packages']
  const { stdout } = spawnSync('apt-get', args, { encoding: 'utf8' })
  const mirror = /^bookworm main (\S+)$/m.exec(stdout)?.[1]
  if (!mirror) throw new Error('apt has no source of Debian 12')
  return mirror
}

/**
 * Starts Buildah and Podman with their own images and containers in a temporary folder. They need no registry: the images that the
 * Dockerfile begins with are made from packages of Debian and npm, and have the same names.
 */
export const openContainerEngine = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'portal-containers-'))
  const storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'run')]
  const run = async (program: string, args: string[]) => {
    const { stdout } = await execute(program, args, { cwd: project, maxBuffer })
    return stdout
  }
  const buildah = (...args: string[]) => run('buildah', [...storage, ...args])
  const podman = (...args: string[]) =>
    run('podman', [
      ...storage,
      '--tmpdir',
      join(folder, 'tmp'),
      '--runtime',
      'runc',
      '--cgroup-manager',
      'cgroupfs',
      '--events-backend',
      'file',
      ...args,
    ])
  const buildFrom = async (name: string, containerfile: string, context: string) => {
    const file = join(folder, 'Containerfile')
    await writeFile(file, containerfile)
    await buildah('build', '--isolation', 'chroot', '--tag', name, '--file', file, context)
  }

  const makeDebian = async () => {
    const root = join(folder, 'debian')
    await run('debootstrap', ['--variant=minbase', 'bookworm', root, debianMirror()])
    await rm(join(root, 'var/cache/apt/archives'), { recursive: true })
    await buildFrom('docker.io/library/debian:12-slim', 'FROM scratch\nCOPY / /\nCMD ["bash"]\n', root)
    await rm(root, { recursive: true })
  }

  const makeNode = async () => {
    const context = join(folder, 'node')
    await mkdir(context)
    const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await run('npm', ['install', '--prefix', context, ...options, `node-linux-${architecture}@24`, 'npm@11'])
    const lines = [
      'FROM docker.io/library/debian:12-slim',
      'COPY node_modules/ /opt/node_modules/',
      `RUN ln -s /opt/node_modules/node-linux-${architecture}/bin/node /opt/node_modules/.bin/npm /usr/local/bin/`,
      `ENV npm_config_registry=${(await run('npm', ['config', 'get', 'registry'])).trim()}`,
    ]
    if (process.env.NODE_EXTRA_CA_CERTS) {
      await copyFile(process.env.NODE_EXTRA_CA_CERTS, join(context, 'ca.pem'))
      lines.push('COPY ca.pem /etc/ca.pem', 'ENV NODE_EXTRA_CA_CERTS=/etc/ca.pem')
    }
    await buildFrom('docker.io/library/node:24-bookworm-slim', `${lines.join('\n')}\n`, context)
  }

  return {
    podman,
    /** Builds the project's Dockerfile, as `docker build` does. */
    buildPortal: async (name: string) => {
      await makeDebian()
      await makeNode()
      // The format is Docker's, since OCI's has no health checks.
      await buildah('build', '--isolation', 'chroot', '--format', 'docker', '--tag', name, project)
    },
    close: async () => {
      await podman('rm', '--all', '--force', '--time', '0')
      await buildah('rm', '--all')
      await buildah('rmi', '--all', '--force')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
