import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime from 'postal-mime'
import { findFreePort } from './account-program.ts'
import { createAuthority } from './certificate-authority.ts'

const user = { name: 'portal', password: 'a-password' }
/** The address for which Postfix refuses emails for now, until `acceptDeferred`. */
export const deferred = 'later@example.test'
/** The only addresses of their domain that Postfix accepts. */
const mailboxes = ['chief@example.test', deferred]

/**
 * Starts Debian's Postfix on a free port of 127.0.0.1, with mailboxes for example.test. It requires a password on an encrypted connection,
 * unless `relaysFreely`. Its certificate is for 0.0.0.0, by which the portal reaches it as if it were on another machine.
 */
export const startPostfix = async ({ relaysFreely }: { relaysFreely: boolean }) => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-postfix-'))
  chmodSync(folder, 0o755)
  const at = (name: string) => join(folder, name)
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, 'postfix'], { encoding: 'utf8' })),
  )
  if (uid === undefined || gid === undefined) throw new Error('no account postfix')
  for (const name of ['queue', 'data', 'mail', 'sasl']) mkdirSync(at(name))
  for (const name of ['data', 'mail']) chownSync(at(name), uid, gid)
  const authority = createAuthority(folder)
  const { key, certificate } = authority.issue('IP:0.0.0.0')

  const port = await findFreePort()
  const lookup = (name: string) => `hash:${at(name)}`
  const writeTable = (name: string, lines: string[]) => {
    writeFileSync(at(name), `${lines.join('\n')}\n`)
    execFileSync('postmap', ['-c', folder, lookup(name)])
  }
  const settings = {
    compatibility_level: '3.6',
    queue_directory: at('queue'),
    data_directory: at('data'),
    // Postfix cannot open its standard output when that is a socket, so it logs to a file.
    maillog_file: at('log'),
    maillog_file_prefixes: folder,
    myhostname: 'mail.example.test',
    mydestination: '',
    inet_interfaces: '127.0.0.1',
    inet_protocols: 'ipv4',
    mynetworks: relaysFreely ? '127.0.0.0/8' : '',
    alias_maps: '',
    smtpd_tls_cert_file: certificate,
    smtpd_tls_key_file: key,
    smtpd_tls_security_level: relaysFreely ? 'may' : 'encrypt',
    smtpd_sasl_auth_enable: relaysFreely ? 'no' : 'yes',
    smtpd_tls_auth_only: 'yes',
    smtpd_sasl_path: 'smtpd',
    cyrus_sasl_config_path: at('sasl'),
    smtpd_client_restrictions: 'permit_mynetworks, permit_sasl_authenticated, reject',
    smtpd_recipient_restrictions: `check_recipient_access ${lookup('access')}`,
    smtpd_relay_restrictions: 'permit_mynetworks, permit_sasl_authenticated, reject',
    virtual_mailbox_domains: 'example.test',
    virtual_mailbox_base: at('mail'),
    virtual_mailbox_maps: lookup('mailboxes'),
    virtual_uid_maps: `static:${uid}`,
    virtual_gid_maps: `static:${gid}`,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(at('main.cf'), `${lines.join('\n')}\n`)
  // The services are those of the package, but on this port and without a chroot, for which the package's scripts copy files.
  const services = readFileSync('/etc/postfix/master.cf', 'utf8')
    .replace(/^smtp +inet.*$/m, `127.0.0.1:${port} inet n - n - - smtpd`)
    .replaceAll(/^(\S+ +(?:unix|unix-dgram) +\S+ +\S+ +)y/gm, '$1n')
  writeFileSync(at('master.cf'), services)
  writeFileSync(
    at('sasl/smtpd.conf'),
    `pwcheck_method: auxprop\nauxprop_plugin: sasldb\nmech_list: PLAIN\nsasldb_path: ${at('sasldb2')}\n`,
  )
  const addUser = ['-p', '-c', '-f', at('sasldb2'), '-u', 'mail.example.test', user.name]
  execFileSync('saslpasswd2', addUser, { input: user.password })
  chownSync(at('sasldb2'), uid, gid)
  writeTable(
    'mailboxes',
    mailboxes.map((address) => `${address} ${address}/`),
  )
  writeTable('access', [`${deferred} 450 4.2.0 The mailbox is locked for a moment`])

  const child = spawn('postfix', ['-c', folder, 'start-fg'], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const output = () => (existsSync(at('log')) ? readFileSync(at('log'), 'utf8') : '')
  while (!output().includes('daemon started')) {
    if (child.exitCode !== null) throw new Error(`Postfix ended:\n${output()}`)
    await delay(50)
  }

  const mails = async () => {
    const files = mailboxes.flatMap((address) => {
      const box = join(at('mail'), address, 'new')
      return existsSync(box) ? readdirSync(box).map((name) => join(box, name)) : []
    })
    return Promise.all(files.map(async (file) => PostalMime.parse(readFileSync(file))))
  }
  return {
    port,
    authority: authority.certificate,
    /** The name and password of the only user, as a URL contains them. */
    credentials: `${user.name}:${user.password}`,
    /** Accepts emails to `deferred` from the next connection on. */
    acceptDeferred: () => writeTable('access', []),
    /** Returns all emails in the mailboxes. */
    mails,
    /** Returns the email to an address with that subject, as soon as it is in the mailbox. */
    mailTo: async (address: string, subject: string) => {
      for (;;) {
        const found = (await mails()).find(
          (mail) => mail.subject === subject && mail.to?.some((receiver) => receiver.address === address),
        )
        if (found) return found
        await delay(50)
      }
    },
    stop: async () => {
      execFileSync('postfix', ['-c', folder, 'stop'], { stdio: 'ignore' })
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Postfix = Awaited<ReturnType<typeof startPostfix>>
