/** The number of codes that are created together. */
export const recoveryCodeCount = 10

/** The length of a code. Each character has five bits, and 120 bits are so many that a fast hash is enough. */
export const recoveryCodeLength = 24

/** The characters of a code, without I, L, O and U. Reading a code turns I and L into 1 and O into 0. */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const groupLength = 4

/** Writes a code in groups of four, as users read it. The pattern takes linear time, because it has only one quantifier. */
export const formatRecoveryCode = (code: string) =>
  code.match(new RegExp(`.{${groupLength}}`, 'g'))?.join('-') ?? code
