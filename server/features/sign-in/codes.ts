import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { codeAlphabet, codeLength } from '#contract/sign-in-code.ts'
import { wrongField } from '#server/http/app-error.ts'

const keyBytes = 32
/** The parameters of scrypt, which decide how long hashing a code takes. */
export type CodeCost = Required<Pick<ScryptOptions, 'N' | 'r' | 'p'>>

/** The cost that OWASP's Password Storage Cheat Sheet recommends: 16 MB and about 200 ms of a core. */
export const codeCost: CodeCost = { N: 2 ** 14, r: 8, p: 5 }

const derive = (code: string, salt: Buffer, options: ScryptOptions) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(code, salt, keyBytes, options, (error, key) => (error ? reject(error) : resolve(key)))
  })

/** The error for every code that is not accepted, whatever the reason. */
export const wrongCode = () => wrongField('code', 'This code is wrong or has expired.')

export const newCode = () =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')

/** Hashes a code so slowly that a reader of the database cannot find the code while it is valid. @returns `cost:salt:key` */
export const hashCode = async (code: string, cost: CodeCost) => {
  const salt = randomBytes(16)
  const key = await derive(code, salt, cost)
  return `${cost.N}.${cost.r}.${cost.p}:${salt.toString('base64')}:${key.toString('base64')}`
}

export const isCode = async (code: string, hash: string) => {
  const [written = '', salt = '', key = ''] = hash.split(':')
  const [N, r, p] = written.split('.').map(Number)
  // An earlier release wrote this hash without a cost. Its code expires within ten minutes.
  if (!N || !r || !p) return false
  const expected = Buffer.from(key, 'base64')
  const given = await derive(code, Buffer.from(salt, 'base64'), { N, r, p })
  return expected.length === given.length && timingSafeEqual(expected, given)
}
