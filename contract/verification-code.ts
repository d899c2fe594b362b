/** The message for a text that is not a code. */
export const notAVerificationCode = 'Enter the 16 characters of the code on the certificate page'

/**
 * Reads a typed code as it is printed on a certificate page, `XXXX-XXXX-XXXX-XXXX`. Ignores case, dashes and spaces, and reads letters
 * that look like digits as digits. Returns undefined if the text is not a code.
 */
export const readVerificationCode = (typed: string): string | undefined => {
  const code = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (!/^[0-9A-HJKMNP-TV-Z]{16}$/.test(code)) return undefined
  return code.replaceAll(/(.{4})(?=.)/g, '$1-')
}
