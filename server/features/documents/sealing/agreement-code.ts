import { randomBytes } from 'node:crypto'

// Crockford's alphabet has no letter that looks like a digit.
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Returns a random code of 80 bits, such as `7K3D-90QX-M2PA-T5WB`. */
export const newAgreementCode = () =>
  Array.from(randomBytes(16), (byte) => alphabet[byte % 32])
    .join('')
    .replaceAll(/(.{4})(?=.)/g, '$1-')
