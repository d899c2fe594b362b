import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { queryClient } from '#client/lib/query-client.ts'
import { getActivation } from '#contract/activations.ts'
import { listQuarantinedFiles } from '#contract/files/quarantined-files.ts'
import { listNotifications } from '#contract/notifications/notifications.ts'
import { getPartner } from '#contract/partners/partners.ts'
import {
  addPhoto,
  getRecap,
  type Recap,
  removePhoto,
  requestPhotoUpload,
  saveRecap,
} from '#contract/recaps.ts'
import { registerProofUpload } from '#contract/task-work.ts'
import { activationRow } from '#test/browser/activation-rows.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { rowPartner } from '#test/browser/partner-rows.ts'
import { member, partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { photoRow, recapRow, sentRecap } from '#test/browser/recap-rows.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { address, expectToast, field } from '#test/browser/steps.ts'
import { chosen, takeUploads } from '#test/browser/upload-responses.ts'

let recap: Recap
/** The bodies of the changes so far. */
let saved: unknown[]

const { id } = recapRow()

beforeEach(() => {
  saved = []
  answerEmptyHome()
  answer(listQuarantinedFiles, [])
  answer(listNotifications, [])
  answer(getRecap, () => recap)
  answer(saveRecap, ({ body }) => {
    saved.push(body)
    const { guests = recap.guests, ...change } = body as Partial<Recap>
    const submittedAt = guests === null ? null : '2026-12-01T10:00:00.000Z'
    recap = { ...recap, ...change, guests, submittedAt }
    return recap
  })
})

/** The fields of a request of a partner, by the alphabet. */
const requestFields = ['answers', 'guests', 'improve', 'signUps', 'updatedAt', 'wentWell']

const form = page.getByRole('dialog', { name: 'How did Open day go?' })

test('a member sends two numbers from a phone, and is asked for those that are missing', async () => {
  await page.viewport(390, 800)
  recap = recapRow({ expected: { guests: 150, signUps: null } })
  await showPortal(`/?recap=${id}`, member)
  await expect.element(form.getByText('150 expected')).toBeVisible()
  await expect.element(form.getByText('For the company only')).not.toBeInTheDocument()
  await field(form, 'Guests').fill('1,140')
  await form.getByRole('button', { name: 'Send recap' }).click()
  await expect.element(form.getByText('Enter how many signed up')).toBeVisible()
  await expectNoAxeViolations(form)
  await field(form, 'Sign-ups').fill('32')
  await field(form, 'What went well').fill('The talk')
  await form.getByRole('button', { name: 'Send recap' }).click()
  await expectToast('Recap sent. Thank you!')
  await expect.element(form).not.toBeInTheDocument()
  expect(saved).toEqual([{ guests: 1140, signUps: 32, wentWell: 'The talk', improve: null, updatedAt: null }])
})

test('what the plan asks is asked as well, and shown with its answer', async () => {
  const question = 'How many flyers were left?'
  recap = sentRecap({ answers: [{ question, answer: null }] })
  const shown = await showPortal(`/?recap=${id}`, partner)
  await field(form, question).fill('About 40')
  await form.getByRole('button', { name: 'Save recap' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(saved).toMatchObject([{ guests: 1140, answers: [{ question, answer: 'About 40' }] }])
  expect(Object.keys(saved[0] as object).toSorted()).toEqual(requestFields)
  await shown.unmount()
  await showPortal(`/recap?of=${id}`, partner)
  await expect.element(page.getByRole('heading', { name: question })).toBeVisible()
  await expect.element(page.getByText('About 40')).toBeVisible()
})

test('an answer stays with its question when the plan changes while the form is open', async () => {
  const [flyers, music] = ['How many flyers were left?', 'Was the "music" [live] good?']
  const answersTo = (...questions: string[]) => questions.map((question) => ({ question, answer: null }))
  recap = recapRow({ answers: answersTo(flyers, music) })
  const shown = await showPortal(`/?recap=${id}`, partner)
  await field(form, 'Guests').fill('12')
  await field(form, 'Sign-ups').fill('3')
  await field(form, music).fill('Yes, very')
  recap = recapRow({
    answers: answersTo(music, 'Who gave the talk?'),
    expected: { guests: 80, signUps: null },
  })
  await queryClient.invalidateQueries()
  await expect.element(form.getByText('80 expected')).toBeVisible()
  await expect.element(field(form, music)).toHaveValue('Yes, very')
  // The page that a phone loads again asks what the plan asks by now.
  await shown.unmount()
  await showPortal(`/?recap=${id}`, partner)
  await expect.element(field(form, music)).toHaveValue('Yes, very')
  await expect.element(field(form, 'Who gave the talk?')).toHaveValue('')
  recap = recapRow({ answers: answersTo(flyers, music) })
  await queryClient.invalidateQueries()
  await expect.element(form.getByText('80 expected')).not.toBeInTheDocument()
  await form.getByRole('button', { name: 'Send recap' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(saved).toMatchObject([{ guests: 12, answers: [{ question: music, answer: 'Yes, very' }] }])
})

test('what was typed is there again after a reload, and gone once it is discarded', async () => {
  recap = recapRow()
  const shown = await showPortal(`/?recap=${id}`, partner)
  await field(form, 'What went well').fill('Half a sentence')
  await shown.unmount()
  await showPortal(`/?recap=${id}`, partner)
  await expect.element(field(form, 'What went well')).toHaveValue('Half a sentence')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.element(form).not.toBeInTheDocument()
  expect(sessionStorage.length ? JSON.stringify(sessionStorage) : '').not.toContain('Half a sentence')
})

test('photos are sent at once, a failed one again under the same id, and are removed', async () => {
  recap = recapRow()
  const attempts: unknown[] = []
  takeUploads()
  answer(requestPhotoUpload, { uploadURL: `/api/task-proofs/upload/${crypto.randomUUID()}` })
  answer(registerProofUpload, { filePath: 'uploaded_0123456789abc' })
  answer(addPhoto, ({ body }) => {
    attempts.push(body)
    if (attempts.length === 1) return refusal('internal', 'Try again')
    const photo = photoRow()
    recap = { ...recap, photos: [photo] }
    return photo
  })
  answer(removePhoto, () => {
    recap = { ...recap, photos: [] }
  })
  await showPortal(`/?recap=${id}`, partner)
  await form
    .getByLabelText('Choose photos', { exact: true })
    .last()
    .upload([chosen('a.jpg'), chosen('b.pdf')])
  await expect.element(form.getByText('b.pdf: This kind of file is not allowed.')).toBeVisible()
  await form.getByRole('button', { name: 'Retry a.jpg' }).click()
  await expect.element(form.getByRole('img', { name: 'Open day, photo 1' })).toBeVisible()
  expect(attempts).toHaveLength(2)
  expect(attempts[0]).toEqual(attempts[1])
  await form.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect.element(form.getByRole('img')).not.toBeInTheDocument()
})

test('staff add the figures of the company before the partner sends the recap', async () => {
  recap = recapRow()
  answerStaffHome()
  await showPortal(`/?recap=${id}`, support)
  await field(form, 'Cost').fill('1,250.5')
  await field(form, 'Leads').fill('9')
  await field(form, 'Screenings').fill('many')
  await form.getByRole('button', { name: 'Save recap' }).click()
  await expect.element(form.getByText('Enter a whole number')).toBeVisible()
  await field(form, 'Screenings').fill('')
  await form.getByRole('button', { name: 'Save recap' }).click()
  await expectToast('Recap saved')
  expect(saved).toMatchObject([
    { costCents: 125_050, currency: 'USD', leads: 9, screenings: null, staffNote: null, updatedAt: null },
  ])
  expect(saved[0]).not.toHaveProperty('guests')
})

test('a conflict keeps what was typed until the latest version is loaded', async () => {
  recap = sentRecap()
  answer(saveRecap, () => refusal('conflict', 'Someone else changed this after you opened it.'))
  await showPortal(`/?recap=${id}`, partner)
  await field(form, 'Guests').fill('12')
  await form.getByRole('button', { name: 'Save recap' }).click()
  await expect.element(form.getByText('Someone else changed this after you opened it.')).toBeVisible()
  await expect.element(field(form, 'Guests')).toHaveValue('12')
  recap = sentRecap({ guests: 77 })
  await form.getByRole('button', { name: 'Load latest version' }).click()
  await expect.element(field(form, 'Guests')).toHaveValue('77')
})

test('the page shows the result beside the plan and the event before, without the figures of the company', async () => {
  const former = {
    id,
    name: 'Spring fair',
    activationDate: '2026-04-01T15:00:00.000Z',
    guests: 120,
    signUps: 20,
  }
  recap = sentRecap({ former })
  await showPortal(`/recap?of=${id}`, partner)
  const main = page.getByRole('main')
  await expect.element(main.getByRole('heading', { name: 'Open day' })).toBeVisible()
  for (const text of ['1,140', '1,000 expected', '120 at Spring fair', '3% of guests', 'The talk']) {
    await expect.element(main.getByText(text, { exact: true })).toBeVisible()
  }
  await expect.element(main.getByText('For the company only')).not.toBeInTheDocument()
  await expect.element(main.getByRole('link', { name: 'Add a follow-up task' })).not.toBeInTheDocument()
  expect(main.getByRole('link', { name: 'Download PDF' }).element().getAttribute('href')).toBe(
    `/api/activations/${id}/recap/pdf`,
  )
  await expectNoAxeViolations(main)
})

test('the photos of an event are shown one after the other, apart from those that are quarantined', async () => {
  const photos = [photoRow(), photoRow(), photoRow(), photoRow()]
  const filePath = photos[1]?.filePath ?? ''
  answer(listQuarantinedFiles, [{ filePath, verdict: 'waiting', threat: null }])
  recap = sentRecap({ photos })
  await showPortal(`/recap?of=${id}`, partner)
  const main = page.getByRole('main')
  await expect.element(main.getByText('Checking for viruses')).toBeVisible()
  await main.getByRole('button', { name: 'Open Open day, photo 3' }).click()
  const viewer = (number: number) => page.getByRole('dialog', { name: `Open day, photo ${number}.jpg` })
  await expect.element(viewer(3).getByText('2 of 3')).toBeVisible()
  await expectNoAxeViolations(viewer(3))
  await viewer(3).getByRole('button', { name: 'Previous photo' }).click()
  await expect.element(viewer(1).getByText('1 of 3')).toBeVisible()
  await expect
    .element(viewer(1).getByRole('link', { name: 'Download' }))
    .toHaveAttribute('href', `/objects/${photos[0]?.filePath}?download`)
  await expect
    .element(viewer(1).getByRole('button', { name: 'Previous photo' }))
    .toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(viewer(4).getByText('3 of 3')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(main.getByRole('button', { name: 'Open Open day, photo 3' })).toHaveFocus()
})

test('staff see what it cost, and add a follow-up task with the name of the event', async () => {
  answerStaffHome()
  answer(getPartner, { ...rowPartner } as never)
  recap = sentRecap({ costCents: 64_000, currency: 'USD', staffNote: 'Worth repeating' })
  await showPortal(`/recap?of=${id}`, support)
  const main = page.getByRole('main')
  for (const text of ['$640.00', '$20.00', 'Worth repeating']) {
    await expect.element(main.getByText(text, { exact: true })).toBeVisible()
  }
  const link = main.getByRole('link', { name: 'Add a follow-up task' }).element()
  const query = new URLSearchParams(link.getAttribute('href')?.split('?')[1])
  expect(Object.fromEntries(query)).toMatchObject({
    ...{ new: 'task', of: recap.partnerId, 'task-name': 'Follow up: Open day' },
  })
})

test('the dialog of a past event shows its result, and the way to the page and the form', async () => {
  recap = sentRecap()
  answer(getActivation, activationRow({ id, name: 'Open day', activationDate: '2026-11-01T15:00:00.000Z' }))
  await showPortal(`/?activation=${id}`, partner)
  const dialog = page.getByRole('dialog', { name: 'Open day' })
  await expect.element(dialog.getByText('1,140 guests, 32 sign-ups')).toBeVisible()
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('link', { name: 'Edit recap' }).click()
  await expect.element(form).toBeVisible()
  await form.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('link', { name: 'Open the recap' }).click()
  await expect.element(page.getByRole('main').getByText('1,000 expected')).toBeVisible()
  expect(address()).toBe(`/recap?of=${id}`)
})
