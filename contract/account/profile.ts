import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits, optionalText } from '../fields.ts'
import { isTimeZone } from '../time-zones.ts'

/** What users see and change of their own account. */
export const OwnAccount = z.strictObject({
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** Of the dates in their emails, such as America/New_York; null for UTC. */
  timeZone: z.string().nullable(),
  profileImageUrl: z.string().nullable(),
})
export type OwnAccount = z.input<typeof OwnAccount>

export const getOwnAccount = endpoint({
  method: 'GET',
  path: '/api/account/profile',
  access: 'signed-in',
  summary: "The caller's name, time zone and picture",
  answers: { 200: OwnAccount },
})

export const UpdateOwnAccount = z.strictObject({
  firstName: optionalText(limits.name),
  lastName: optionalText(limits.name),
  timeZone: optionalText(limits.timeZone).refine(
    (name) => name === null || isTimeZone(name),
    'Enter a time zone, for example, America/New_York',
  ),
})

export const updateOwnAccount = endpoint({
  method: 'PUT',
  path: '/api/account/profile',
  access: 'signed-in',
  summary: "Sets the caller's name and time zone",
  body: UpdateOwnAccount,
  answers: { 200: OwnAccount },
})

/** The largest picture that is accepted, in bytes. Browsers send a much smaller one. */
export const maxUserPictureSize = 5_242_880
/** The most pixels of it, width times height. */
export const maxUserPicturePixels = 4_194_304
/** The side of the stored square, and of what browsers send. */
export const userPictureSide = 512

/** Accepts the picture itself, as `image/jpeg`, `image/png` or `image/webp`. */
export const putOwnPicture = endpoint({
  method: 'PUT',
  path: '/api/account/picture',
  access: 'signed-in',
  cost: 'upload',
  summary:
    "Sets the caller's picture: 415 when it is none or has too many pixels, 413 when it is too large, 429 after twenty in an hour",
  answers: { 200: OwnAccount },
})

export const removeOwnPicture = endpoint({
  method: 'DELETE',
  path: '/api/account/picture',
  access: 'signed-in',
  summary: "Removes the caller's picture",
  answers: { 200: OwnAccount },
})

/** A user's picture as WebP. Each picture has an address of its own, which nobody can guess. */
export const getUserPicture = endpoint({
  method: 'GET',
  path: '/api/pictures/:pictureKey',
  access: 'signed-in',
  byToken: true,
  summary: 'The picture of a user',
  params: z.strictObject({ pictureKey: z.string().regex(/^[\w-]{20,64}$/) }),
  answers: {},
})
