import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cleanup, render } from 'vitest-browser-react'
import { maxFileSize } from '#contract/files/file-types.ts'
import { listSigningCertificates, type VerifiedAgreement, verifyAgreement } from '#contract/verification.ts'
import { notAVerificationCode, readVerificationCode } from '#contract/verification-code.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { answer, noNetwork, refusal } from '#test/browser/portal-responses.ts'
import { chosen, drop } from '#test/browser/upload-responses.ts'
import { VerifyPage } from './verify-page.tsx'

const code = '0B1D-0000-1111-WXYZ'
const codeField = page.getByRole('textbox', { name: 'Code' })
const lookUp = page.getByRole('button', { name: 'Look up' })
const address = () => location.pathname + location.search

const show = async (path: string) => {
  await cleanup()
  history.replaceState(null, '', path)
  await render(<VerifyPage />)
}

/** Waits for a result, and expects that it has the focus and is announced. */
const expectResult = async (title: string) => {
  await expect.element(page.getByRole('heading', { level: 2, name: title, exact: true })).toHaveFocus()
  await expect.element(page.getByRole('status')).toHaveTextContent(title)
}
const inForce = 'The agreement with this code is in force'

const agreement: VerifiedAgreement = {
  title: 'Venue Partnership Agreement',
  version: '1',
  companyName: 'Example Health',
  partnerName: 'Seaside Events',
  signerName: 'Dana Whitfield',
  signedAt: '2026-11-24T01:05:00.000Z',
  sealedAt: '2026-11-24T01:05:00.000Z',
  sha256: 'ab'.repeat(32),
  countersignature: null,
  state: 'in-force',
  stateSince: null,
}

/** Answers like a portal that has only the agreement with this code. */
const answerInForce = () =>
  answer(verifyAgreement, ({ query }) =>
    readVerificationCode(query.get('code') ?? '') === code ? agreement : refusal('not_found'),
  )

test('looks up a code typed with look-alike letters, and the address shows the code as it is printed', async () => {
  answerInForce()
  await show('/verify')
  await codeField.fill('obld oooo-IlIl wxyz')
  await lookUp.click()
  await expectResult(inForce)
  expect(address()).toBe(`/verify?code=${code}`)
  await expect.element(codeField).toHaveValue(code)

  // A pasted address is reduced to its code, and the page also accepts an address with a differently typed code.
  await codeField.fill('https://elsewhere.example/verify?code=obld-0000-1111-wxyz')
  await expect.element(codeField).toHaveValue('obld-0000-1111-wxyz')
  await show('/verify?code=obld00001111wxyz')
  await expectResult(inForce)
  expect(address()).toBe(`/verify?code=${code}`)
})

test('a reload, Back and Forward show the result of the code in the address', async () => {
  answerInForce()
  await show('/verify')
  await codeField.fill('what')
  await lookUp.click()
  await expect.element(codeField).toHaveFocus()
  const refused = new RegExp(notAVerificationCode)
  await expect.element(codeField).toHaveAccessibleDescription(refused)
  await codeField.fill(code)
  await expect.element(codeField).not.toHaveAccessibleDescription(refused)
  await userEvent.keyboard('{Enter}')
  await expectResult(inForce)
  await codeField.fill('0000000000000000')
  await userEvent.keyboard('{Enter}')
  await expectResult('No agreement has this code')
  await expectNoAxeViolations(page.getByRole('main'))

  history.back()
  await expectResult(inForce)
  await show(address())
  await expectResult(inForce)
  history.back()
  await expect.element(page.getByRole('heading', { level: 2 })).not.toBeInTheDocument()
  await expect.element(codeField).toHaveValue('')
  history.forward()
  await expectResult(inForce)
  await expect.element(codeField).toHaveValue(code)
})

test('a check while the portal is unreachable says so, and can be retried', async () => {
  const again = page.getByRole('button', { name: 'Try again' })
  answer(verifyAgreement, noNetwork)
  await show('/verify')
  await codeField.fill(code)
  await lookUp.click()
  await expectResult('The portal cannot be reached')
  answerInForce()
  await again.click()
  await expectResult(inForce)

  answer(verifyAgreement, () => new Response('', { status: 500 }))
  await lookUp.click()
  await expectResult("The check didn't work")
  answerInForce()
  await again.click()
  await expectResult(inForce)

  const message = 'Too many checks. Try again in 15 minutes.'
  answer(verifyAgreement, () => refusal('too_many_requests', message))
  await lookUp.click()
  await expectResult('Too many checks from your network')
  await expect.element(page.getByText(message)).toBeVisible()
  await expect.element(again).toBeVisible()
})

const fact = (label: string) =>
  [...document.querySelectorAll('dt')].find(({ textContent }) => textContent === label)?.nextElementSibling
    ?.textContent

test('a code shows who signed what, including for the company, until the agreement is voided, and fits a phone', async () => {
  const countersignature = { signerName: 'Robin Vale', signedAt: agreement.signedAt, isInPdf: true }
  answer(verifyAgreement, { ...agreement, countersignature })
  await show(`/verify?code=${code}`)
  await expectResult(inForce)
  expect(fact('Signed by')).toBe('Dana Whitfield')
  expect(fact('Agreed with')).toBe('Example Health')
  expect(fact('Signed for the company')).toContain('Robin Vale')
  expect(fact('Sealed by this portal')).toBe('Nov 23, 2026, 8:05 PMNov 24, 2026, 1:05 AM UTC')
  await page.getByText('Technical details').click()
  expect(fact('SHA-256 of the sealed PDF')).toBe(agreement.sha256)
  await page.getByText('How to verify without this page').click()
  await expectNoAxeViolations(page.getByRole('main'))
  for (const width of [1440, 390]) {
    await page.viewport(width, 900)
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
  }
  answer(verifyAgreement, { ...agreement, state: 'voided', stateSince: '2026-11-24T15:00:00.000Z' })
  await show(`/verify?code=${code}`)
  await expectResult('The agreement with this code was voided')
  expect(fact('Voided')).toBe('Nov 24, 2026, 10:00 AMNov 24, 2026, 3:00 PM UTC')
})

test('the keyboard reaches the file, the code, and every part of a result', async () => {
  answerInForce()
  await show('/verify')
  const picker = page.getByLabelText('PDF of the agreement')
  for (const control of [page.getByRole('link', { name: 'Partner Portal' }), picker, codeField]) {
    await userEvent.keyboard('{Tab}')
    await expect.element(control).toHaveFocus()
  }
  await userEvent.keyboard(`${code}{Enter}`)
  await expectResult(inForce)
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.poll(() => fact('SHA-256 of the sealed PDF')).toBe(agreement.sha256)
  await userEvent.keyboard('{Tab}')
  await expect.element(picker).toHaveFocus()
})

test('a file that cannot be a sealed agreement is refused with advice, and the code is cleared', async () => {
  answerInForce()
  await show(`/verify?code=${code}`)
  await expectResult(inForce)
  const zone = await page.getByLabelText('PDF of the agreement').findElement()
  for (const [files, title] of [
    [[chosen('agreement.docx', 'PK')], 'This is not a PDF'],
    [[chosen('agreement.pdf', '')], 'This file is empty'],
    [[chosen('one.pdf', '%PDF-1.7'), chosen('two.pdf', '%PDF-1.7')], 'Choose one file at a time'],
    [[chosen('large.pdf', new Uint8Array(maxFileSize + 1))], 'This file is too large'],
    [[chosen('largest.pdf', new Uint8Array(maxFileSize))], 'This is not a PDF'],
  ] as const) {
    drop(zone, [...files])
    await expectResult(title)
  }
  await expect.element(page.getByText('largest.pdf, 50 MB')).toBeVisible()
  expect(address()).toBe('/verify')
})

/** Captures the next file that a link would save, instead of letting the browser save it. */
const nextSaved = () =>
  new Promise<{ name: string; text: string }>((resolve) => {
    const handleClick = (event: MouseEvent) => {
      const link = event.target
      if (!(link instanceof HTMLAnchorElement)) return
      event.preventDefault()
      removeEventListener('click', handleClick)
      // The blob address is valid only during the click.
      const read = new XMLHttpRequest()
      read.open('GET', link.href, false)
      read.send()
      resolve({ name: link.download, text: read.responseText })
    }
    addEventListener('click', handleClick)
  })

test('the certificates are saved in one file, once there are some', async () => {
  answer(listSigningCertificates, [])
  await show('/verify')
  await page.getByText('How to verify without this page').click()
  const button = page.getByRole('button', { name: 'Download the certificate' })
  await button.click()
  await expect
    .element(page.getByRole('alert'))
    .toMatchTextContent('This portal has not sealed an agreement yet.')

  const certificate = { sha256: 'ab'.repeat(32), firstUsedAt: '2026-11-20T15:00:00.000Z' }
  answer(listSigningCertificates, [
    { ...certificate, pem: 'The newest\n' },
    { ...certificate, pem: 'The one before\n' },
  ])
  const saving = nextSaved()
  await button.click()
  expect(await saving).toEqual({ name: 'portal-certificates.pem', text: 'The newest\nThe one before\n' })
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
