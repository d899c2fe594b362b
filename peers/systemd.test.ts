import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailServer } from '#test/smtp.ts'
import { findFreePort } from './account-program.ts'
import { debianMirror } from './container-engine.ts'

const run = promisify(execFile)
const project = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'portal-systemd-'))
const machine = join(folder, 'machine')
const mail = await startMailServer()
afterAll(async () => {
  await mail.stop()
  rmSync(folder, { recursive: true, force: true })
})

const fill = (text: string, replacements: Record<string, string>) =>
  Object.entries(replacements).reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`the file has no "${from}"`)
    return filled.replaceAll(from, to)
  }, text)

const responses: Record<string, string> = {}
let errors = ''

beforeAll(async () => {
  const packages = '--include=systemd,systemd-sysv,dbus,procps'
  await run('debootstrap', ['--variant=minbase', packages, 'bookworm', machine, debianMirror()])
  const [port, portOfInstance] = [await findFreePort(), await findFreePort()]
  const etc = (path: string) => join(machine, 'etc', path)
  mkdirSync(etc('partner-portal'))
  const example = readFileSync(join(project, 'docs/deploy/portal.env.example'), 'utf8')
  const settings = fill(example, {
    '#PORT=5000': `PORT=${port}`,
    'smtps://user:password@mail.example.com': mail.url,
  })
  writeFileSync(etc('partner-portal/portal.env'), settings, { mode: 0o600 })
  cpSync(join(import.meta.dirname, 'systemd-inside.sh'), join(machine, 'root/inside.sh'))
  const environment = `URL=http://127.0.0.1:${port} PORT_OF_INSTANCE=${portOfInstance}`
  const unit = `[Service]\nType=oneshot\nTimeoutStartSec=240\nExecStart=/usr/bin/env ${environment} sh /root/inside.sh\nExecStopPost=systemctl --no-block poweroff\n`
  writeFileSync(etc('systemd/system/try.service'), unit)
  mkdirSync(etc('systemd/system/multi-user.target.wants'), { recursive: true })
  symlinkSync('../try.service', etc('systemd/system/multi-user.target.wants/try.service'))
  // The signal at the end of this process is SIGTERM, even when this process is killed: systemd-nspawn then stops the machine.
  await run(
    'setpriv',
    [
      '--pdeathsig=TERM',
      'systemd-nspawn',
      `--directory=${machine}`,
      `--bind-ro=${project}:/opt/partner-portal`,
      '--boot',
      '--register=no',
      '--keep-unit',
      '--console=pipe',
    ],
    { timeout: 300_000, killSignal: 'SIGTERM' },
  )
  errors = readFileSync(join(machine, 'root/errors'), 'utf8')
  for (const line of readFileSync(join(machine, 'root/answers'), 'utf8').trimEnd().split('\n')) {
    const [name = '', ...rest] = line.split(': ')
    responses[name] = rest.join(': ').trim()
  }
}, 900_000)

test('systemd finds nothing wrong with the unit, and calls it OK', () => {
  expect(errors).toBe('')
  expect(responses.verify).toBe('')
  expect(responses.exposure).toMatch(/Overall exposure level for portal\.service: [01]\.\d OK/)
})

test('the portal runs as its own account, without capabilities, and nobody else enters its folder', () => {
  expect(responses.active).toBe('active')
  expect(responses.status).toMatch(/CapEff:\s+0000000000000000 /)
  expect(responses.status).toMatch(/NoNewPrivs:\s+1 /)
  expect(responses.status).toMatch(/Seccomp:\s+2/)
  expect(responses.status).toMatch(/Umask:\s+0077/)
  expect(responses.status).not.toMatch(/Uid:\s+0\b/)
  expect(responses.folder).toBe('partner-portal 700')
})

test('commands run beside the portal', () => {
  expect(responses.check).toContain('✓ Database: PostgreSQL 18')
  expect(responses.check).toContain('✓ Mail')
  expect(responses.grant).toContain('https://portal.example.com/sign-in#token=')
})

test('the portal is restarted after a crash, exits with 0 when it is stopped, leaves no process, and keeps its data', () => {
  expect(responses.restarted).toBe('1')
  expect(responses.stopped?.split(' ').toSorted()).toEqual([
    'ActiveState=inactive',
    'ExecMainStatus=0',
    'Result=success',
  ])
  expect(responses.left).toBe('')
  expect(responses.link).toContain('https://portal.example.com/sign-in#token=')
})

test('the same file, as a template, runs a process for a port', () => {
  expect(responses.instance).toBe('active')
})
