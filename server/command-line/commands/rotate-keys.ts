import { X509Certificate } from 'node:crypto'
import { chown, readFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { readSettings } from '#server/settings.ts'
import { loadSigningIdentity } from '#server/signing-identity.ts'
import { StartError } from '#server/start-error.ts'
import { type Command, print, requireArguments } from '../command.ts'

/** `rotate-keys`: creates a new sealing key. Sealed agreements stay valid, since the database lists the former certificates. */
export const rotateKeys: Command = {
  name: 'rotate-keys',
  usage: '',
  summary: 'Creates a new key that seals agreements; the former one stays beside it',
  async run(args) {
    requireArguments(args)
    const settings = readSettings(process.env)
    if (settings.signingP12)
      throw new StartError(
        'SIGNING_P12 is set: have a new certificate issued, and set SIGNING_P12 to that file.',
      )
    const path = join(settings.dataDir, 'signing.pem')
    const owner = await stat(path).catch(() => {
      throw new StartError(`There is no key yet: the first start creates ${path}.`)
    })
    const former = join(settings.dataDir, `signing-until-${new Date().toISOString().replaceAll(':', '')}.pem`)
    await rename(path, former)
    await loadSigningIdentity(settings)
    // When root runs the command, the new file must belong to the account that the portal runs as.
    if (process.getuid?.() === 0) await chown(path, owner.uid, owner.gid)
    const { fingerprint256 } = new X509Certificate(await readFile(path, 'utf8'))
    print(`${path} is new: its certificate has the SHA-256 fingerprint ${fingerprint256}.`)
    print(
      `The former key is in ${former}. Restart every process of the portal: until then, it seals with the former key.`,
    )
    return 0
  },
}
