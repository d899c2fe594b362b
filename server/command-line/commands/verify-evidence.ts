import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { verifyEvidence as verify } from '#server/features/documents/proof/verify-evidence.ts'
import { StartError } from '#server/start-error.ts'
import { type Command, print } from '../command.ts'
import { withInstallation } from '../installation.ts'

/** `verify-evidence`: checks all evidence and changes nothing. */
export const verifyEvidence: Command = {
  name: 'verify-evidence',
  usage: '[--head <hash>] [<certificate.pem> …]',
  summary: 'Checks the evidence of all agreements, also against a head or a certificate you trust',
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { head: { type: 'string', multiple: true, default: [] } },
    })
    const expected = values.head.map((head) => head.trim().toLowerCase())
    const trusted = positionals.length > 0 ? await trustedIn(positionals) : undefined
    return withInstallation(async (installation) => {
      const { agreements, sealed, problems, heads } = await verify(installation, trusted)
      const lines = [
        ...problems.map(({ documentId, problem }) => `Agreement ${documentId}: ${problem}.`),
        ...heads.problems.map((problem) => `${problem}.`),
        ...expected
          .filter((head) => !heads.fitting.has(head))
          .map((head) => `The head ${head} does not match these agreements.`),
      ]
      for (const line of lines) print(line)
      const result = lines.length === 0 ? 'Everything is intact.' : `${lines.length} problems found.`
      print(`${agreements} agreements, ${sealed} of them sealed, ${heads.count} daily heads. ${result}`)
      return lines.length === 0 ? 0 : 1
    })
  },
}

/** Reads PEM files and returns the SHA-256 of each certificate in them. */
const trustedIn = async (paths: string[]) => {
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  const pems = texts.join('\n').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (pems.length === 0) throw new StartError('The given file contains no certificate.')
  return new Set(pems.map((pem) => new X509Certificate(pem).fingerprint256.replaceAll(':', '').toLowerCase()))
}
