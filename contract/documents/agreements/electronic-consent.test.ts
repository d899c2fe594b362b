import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { electronicConsent, electronicConsentText } from './electronic-consent.ts'

test('the published consent is unchanged', () => {
  const hash = createHash('sha256').update(electronicConsentText()).digest('hex')
  expect(
    { version: electronicConsent.version, hash },
    'This consent is published and signatures keep its hash. Give the changed text a new version.',
  ).toEqual({
    version: '2026-11-20',
    hash: '5b47ac2f94c99b241da471f393d9b3e2397e19a357e9b88008ad0a5ab979a261',
  })
})

test.each([
  ['the right to paper', /on paper and sign it by hand/],
  ['a paper copy afterward, and how', /paper copy of what you signed, at any time afterward.*partner team/],
  ['its cost', /There is no fee/],
  ['its scope', /one agreement.*the records that belong to it/],
  [
    'the right to withdraw, and how',
    /withdraw your consent at any time, without a fee, by writing to the partner team/,
  ],
  ['the effect of withdrawing', /What you signed before remains valid/],
  ['changed contact details', /contact details change, tell the partner team/],
  ['hardware and software', /current version of a browser.*text and PDF files/],
  ['changed requirements', /If these requirements change/],
  ['the proof that it works in the browser', /you show that you can open and use electronic records/],
  ['the effect of the signature', /same legal effect as your signature by hand/],
])('the consent covers %s', (_subject, words) => {
  expect(electronicConsentText()).toMatch(words)
})

test('the consent is short enough to be read', () => {
  expect(electronicConsentText().split(/\s+/).length).toBeLessThan(500)
})
