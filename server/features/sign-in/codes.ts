import { randomBytes, randomInt, scrypt, timingSafeEqual } from 'node:crypto'

const keyBytes = 32

const derive = (code: string, salt: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    scrypt(code, salt, keyBytes, (error, key) => (error ? reject(error) : resolve(key)))
  })

export const newCode = () => randomInt(0, 1_000_000).toString().padStart(6, '0')

/** A slow hash: a million possible codes behind a fast one would be tried in the time that one is valid. */
export const hashCode = async (code: string) => {
  const salt = randomBytes(16)
  return `${salt.toString('base64')}:${(await derive(code, salt)).toString('base64')}`
}

export const isCode = async (code: string, hash: string) => {
  const [salt = '', key = ''] = hash.split(':')
  const expected = Buffer.from(key, 'base64')
  const given = await derive(code, Buffer.from(salt, 'base64'))
  return expected.length === given.length && timingSafeEqual(expected, given)
}
