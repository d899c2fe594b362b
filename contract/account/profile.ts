import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { calendarDay, noTimeZone, optionalText, timeZone } from '../fields.ts'
import { limits } from '../limits.ts'
import { isTimeZone } from '../time-zones.ts'

/** The account of the caller, as they see and change it. */
export const OwnAccount = z.strictObject({
  email: z.string(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** The time zone of the user's dates, reminders and emails; null, which means UTC, until a browser has reported one. */
  timeZone: z.string().nullable(),
  /** Whether the user chose the time zone. Until then it is that of the browser that they last used. */
  isTimeZoneChosen: z.boolean(),
  profileImageUrl: z.string().nullable(),
})
export type OwnAccount = z.input<typeof OwnAccount>

export const getOwnAccount = endpoint('GET', '/api/account/profile', {
  access: 'signed-in',
  summary: "The caller's name, time zone and picture",
  responses: { 200: OwnAccount },
})

export const UpdateOwnAccount = z.strictObject({
  firstName: optionalText(limits.name),
  lastName: optionalText(limits.name),
  /** The chosen time zone; null to use that of the browser. */
  timeZone: optionalText(limits.timeZone).refine((name) => name === null || isTimeZone(name), noTimeZone),
})

export const updateOwnAccount = endpoint('PUT', '/api/account/profile', {
  access: 'signed-in',
  summary: "Sets the caller's name and time zone",
  body: UpdateOwnAccount,
  responses: { 200: OwnAccount },
})

/** Pages call this when they load. It does not change a time zone that the user has chosen. */
export const reportBrowserZone = endpoint('PUT', '/api/account/browser-time-zone', {
  access: 'signed-in',
  inBackground: true,
  summary: "Reports the time zone of the caller's browser, which is used until they choose one",
  body: z.strictObject({ timeZone }),
  responses: { 204: z.void() },
})

/** The date on which the caller signs depends neither on the clock nor on the time zone of their device. */
export const getToday = endpoint('GET', '/api/account/today', {
  access: 'signed-in',
  inBackground: true,
  summary: "The day by the server's clock in the caller's time zone",
  responses: { 200: z.strictObject({ today: calendarDay }) },
})

/** The size of the largest accepted picture, in bytes. Browsers send a much smaller one. */
export const maxUserPictureSize = 5_242_880
/** The maximum number of pixels of a picture, width times height. */
export const maxUserPicturePixels = 4_194_304

/** Accepts the picture as the body, as `image/jpeg`, `image/png` or `image/webp`. */
export const putOwnPicture = endpoint('PUT', '/api/account/picture', {
  access: 'signed-in',
  cost: 'upload',
  summary:
    "Sets the caller's picture; 415 when it is not a picture or has too many pixels, 413 when it is too large, 429 after 20 in an hour",
  responses: { 200: OwnAccount },
})

export const removeOwnPicture = endpoint('DELETE', '/api/account/picture', {
  access: 'signed-in',
  summary: "Removes the caller's picture",
  responses: { 200: OwnAccount },
})

/** Returns a user's picture as WebP. Each picture has its own address, which nobody can guess. */
export const getUserPicture = endpoint('GET', '/api/pictures/:pictureKey', {
  access: 'signed-in',
  byToken: true,
  summary: 'The picture of a user',
  params: z.strictObject({ pictureKey: z.string().regex(/^[\w-]{20,64}$/) }),
  responses: {},
})
