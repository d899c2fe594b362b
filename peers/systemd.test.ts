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

const answers: Record<string, string> = {}
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
    answers[name] = rest.join(': ').trim()
  }
}, 900_000)

test('systemd finds nothing wrong with the unit, and calls it OK', () => {
  expect(errors).toBe('')
  expect(answers.verify).toBe('')
  expect(answers.exposure).toMatch(/Overall exposure level for portal\.service: [01]\.\d OK/)
})

test('the portal runs as its own account, without capabilities, and nobody else enters its folder', () => {
  expect(answers.active).toBe('active')
  expect(answers.status).toMatch(/CapEff:\s+0000000000000000 /)
  expect(answers.status).toMatch(/NoNewPrivs:\s+1 /)
  expect(answers.status).toMatch(/Seccomp:\s+2/)
  expect(answers.status).toMatch(/Umask:\s+0077/)
  expect(answers.status).not.toMatch(/Uid:\s+0\b/)
  expect(answers.folder).toBe('partner-portal 700')
})

test('commands run beside the portal', () => {
  expect(answers.check).toContain('✓ Database: PostgreSQL 18')
  expect(answers.check).toContain('✓ Mail')
  expect(answers.grant).toContain('https://portal.example.com/sign-in#token=')
})

test('the portal is restarted after a crash, exits with 0 when it is stopped, leaves no process, and keeps its data', () => {
  expect(answers.restarted).toBe('1')
  expect(answers.stopped?.split(' ').toSorted()).toEqual([
    'ActiveState=inactive',
    'ExecMainStatus=0',
    'Result=success',
  ])
  expect(answers.left).toBe('')
  expect(answers.link).toContain('https://portal.example.com/sign-in#token=')
})

test('the same file, as a template, runs a process for a port', () => {
  expect(answers.instance).toBe('active')
})
