import type { Recap, RecapPhoto } from '#contract/recaps.ts'
import { profile } from './people.ts'

let last = 0

/** A photo that the reader may remove. */
export const photoRow = (fields: Partial<RecapPhoto> = {}): RecapPhoto => ({
  id: `88888888-8888-4888-8888-${String(++last).padStart(12, '0')}`,
  clientId: crypto.randomUUID(),
  filePath: `photo_${last}_0123456789`,
  fileSize: 120_000,
  width: 40,
  height: 30,
  isRemovable: true,
  createdAt: '2026-11-02T15:00:00.000Z',
  ...fields,
})

/** The recap of an event of `partner` that nobody has written yet. */
export const recapRow = (fields: Partial<Recap> = {}): Recap => ({
  id: '77777777-7777-4777-8777-777777777777',
  partnerId: profile.id,
  event: {
    ...{ name: 'Open day', activationDate: '2026-11-01T15:00:00.000Z', endsAt: null, timeZone: null },
    ...{ place: 'North pier', businessName: 'Harborview Hall' },
  },
  ...{ guests: null, signUps: null, wentWell: null, improve: null },
  ...{ screenings: null, leads: null, costCents: null, currency: null, staffNote: null },
  answers: [],
  expected: { guests: null, signUps: null },
  former: null,
  photos: [],
  submittedAt: null,
  updatedAt: null,
  ...fields,
})

/** The same recap, sent, with a photo. */
export const sentRecap = (fields: Partial<Recap> = {}): Recap =>
  recapRow({
    ...{ guests: 1140, signUps: 32, wentWell: 'The talk' },
    expected: { guests: 1000, signUps: null },
    photos: [photoRow()],
    submittedAt: '2026-11-02T15:00:00.000Z',
    updatedAt: '2026-11-02T15:00:00.000Z',
    ...fields,
  })
