import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { addPhotos } from '#client/lib/kept-days.ts'
import { forgetKept } from '#client/lib/kept-mark.ts'
import { requestPhotoUpload } from '#contract/recaps.ts'
import { getCurrentUser } from '#contract/session/session.ts'
import { partner, profile } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { recapRow } from '#test/browser/recap-rows.ts'
import { Photos } from './photos.tsx'

afterEach(forgetKept)

test('a photo that the server does not take yet waits, with the reason that the server gives', async () => {
  const { id, partnerId } = recapRow()
  answer(getCurrentUser, partner)
  answer(requestPhotoUpload, refusal('too_many_requests', 'You can upload at most 100 files per day.'))
  await addPhotos([{ file: new Blob(['a']), fileName: 'a.jpg' }], {
    ...{ activationId: id, userId: partner.id, partnerId, beginsAt: 0 },
  })
  const day = {
    ...{ id, name: 'Open day', activationDate: '2026-11-01T15:00:00Z', endsAt: null, timeZone: null },
    ...{ place: null, description: null, arrival: null, contacts: [], setups: [], open: [] },
    keep: { userId: partner.id, partnerId: profile.id, until: '2026-12-31T00:00:00Z' },
  }
  await render(<Photos day={day} now={Date.now()} />)
  const photo = page.getByRole('list', { name: 'Photos on this device' }).getByRole('listitem')
  await expect.element(photo.getByText('You can upload at most 100 files per day.')).toBeVisible()
  await expect.element(photo.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
})
