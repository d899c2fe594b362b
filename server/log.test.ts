import { expect, test } from 'vitest'
import { openLog } from '#test/log.ts'

const logged = (err: unknown) => {
  const { logger, lines } = openLog()
  logger.error({ err }, 'failed')
  return lines[0]
}

test('an error is logged with its type, code, message, stack and causes', () => {
  const cause = Object.assign(new TypeError('the reason'), { code: 'ECONNREFUSED' })
  expect(logged(new Error('the failure', { cause }))).toMatchObject({
    msg: 'failed',
    err: {
      type: 'Error',
      message: 'the failure',
      stack: expect.stringContaining('log.test.ts'),
      cause: { type: 'TypeError', message: 'the reason', code: 'ECONNREFUSED' },
    },
  })
})

test('the parameters and rows that an error carries are not logged', () => {
  const carrying = Object.assign(new Error('duplicate key'), {
    detail: 'Key (email)=(ann@example.test) already exists.',
    params: ['ann@example.test'],
    response: { body: 'secret' },
    cause: { access_token: 'secret' },
  })
  expect(JSON.stringify(logged(carrying))).not.toMatch(/ann|secret/)
})

test.each([
  '550 5.1.1 <ann@example.test>: user unknown',
  'No recipient ann.b+c@example.test',
  'Mail to "Ann" <ann@example.test>, refused',
])('email addresses are redacted in the message and in the stack: %s', (message) => {
  const line = JSON.stringify(logged(new Error(message)))
  expect(line).toContain('[email]')
  expect(line).not.toContain('@example.test')
})

test('a thrown value that is not an error is not logged', () => {
  expect(JSON.stringify(logged({ password: 'secret' }))).not.toContain('secret')
})

test('a circular chain of causes is cut off', () => {
  const error = new Error('again')
  error.cause = error
  expect(JSON.stringify(logged(error)).match(/again/g)).toHaveLength(6)
})
