import { z } from 'zod'
import { forOne } from '#client/domain/audience/audience.ts'
import {
  audienceShape,
  checkAudience,
  sentFor,
  type WithAudience,
} from '#client/domain/audience/audience-field.tsx'
import {
  type DateAndTime,
  dateAndTimeOf,
  dateAndTimeSchema,
  defaultTimes,
  toIsoMoment,
} from '#client/domain/date-and-time.tsx'
import type { WithLibraryFiles } from '#client/domain/files/library-files-field.tsx'
import type { RowPartner } from '#client/domain/rows/rows.ts'
import { knownZone, ownZone } from '#client/domain/time-zones.ts'
import { typedCount } from '#client/lib/typed-count.ts'
import type { ActivationStage } from '#contract/activation-stages.ts'
import { activationFields, type PartnerActivation } from '#contract/activations.ts'
import { addDays, daysBetween } from '#contract/calendar-days.ts'
import { isInDateRange, outsideDateRange } from '#contract/date-range.ts'

/** A person in the form; a row that is left empty is ignored. */
export type ContactValues = { name: string; role: string; phone: string }

/** The chosen agreement with its partner, because it means nothing once another partner is chosen. */
export type ChosenAgreement = { id: string; partnerId: string }

/** The values of the fields for when and where an activation takes place. */
export type WhenValues = DateAndTime & {
  endDay: string
  endTime: string
  /** The time zone of the event; empty if each reader sees the times in their own zone. */
  timeZone: string
  place: string
}

export type ActivationValues = WhenValues &
  WithAudience &
  WithLibraryFiles & {
    name: string
    /** The plan of a new activation; empty for none. */
    planId: string
    /** Whether the open tasks of the plan move along with a changed date. */
    movesTasks: boolean
    stage: ActivationStage
    description: string
    arrival: string
    expectedGuests: string
    expectedSignUps: string
    contacts: ContactValues[]
    agreement: ChosenAgreement | null
  }

const { name, place, description, arrival, stage, contacts } = activationFields.shape
const contactSchema = contacts.unwrap().element

const isEmptyRow = (row: ContactValues) => Object.values(row).every((text) => text.trim() === '')

const contactRows = z.array(z.custom<ContactValues>()).transform((rows, { addIssue }) =>
  rows.flatMap((row, index) => {
    if (isEmptyRow(row)) return []
    const { data, error } = contactSchema.safeParse(row)
    for (const { path, message } of error?.issues ?? []) {
      addIssue({ code: 'custom', path: [index, ...path], message })
    }
    return data ?? []
  }),
)

/** The first and the last day of an event, as typed. */
export type EventDays = Pick<WhenValues, 'day' | 'endDay'>

/** Returns whether both days are complete and in order, so that they say how long the event is. */
export const haveLength = ({ day, endDay }: EventDays) =>
  isInDateRange(day) && isInDateRange(endDay) && day <= endDay

/**
 * Returns the end date after the user has typed another start date. It moves by as many days, unless the user has changed it since
 * then or the start date is incomplete.
 * @param former the days that last said how long the event is
 */
export const endDayFor = ({ day, endDay }: EventDays, former: EventDays) => {
  if (!isInDateRange(day) || endDay !== former.endDay || !haveLength(former)) return endDay
  const moved = addDays(endDay, daysBetween(former.day, day))
  return isInDateRange(moved) ? moved : endDay
}

export const whenShape = {
  ...dateAndTimeSchema('Activation date is required'),
  endDay: z.string().refine((day) => day === '' || isInDateRange(day), outsideDateRange),
  endTime: z.string(),
  timeZone: z.string(),
  place,
}

export const activationSchema = z
  .object({
    ...audienceShape,
    name,
    ...whenShape,
    planId: z.string(),
    movesTasks: z.boolean(),
    stage,
    description,
    arrival,
    expectedGuests: typedCount,
    expectedSignUps: typedCount,
    contacts: contactRows,
    agreement: z.custom<ChosenAgreement | null>(),
    resources: z.custom<WithLibraryFiles['resources']>(),
  })
  .superRefine(checkAudience)
  .refine(({ endDay, endTime }) => !endDay || endTime, { path: ['endTime'], error: 'Enter an end time' })

export type CheckedActivation = z.output<typeof activationSchema>

const noDefault = { time: '' }

/** Returns the values with which the fields of `WhenFields` begin. */
export const whenValuesOf = (record: PartnerActivation | null): WhenValues => {
  const timeZone = record ? (record.timeZone ?? '') : ownZone()
  const start = dateAndTimeOf(record?.activationDate, defaultTimes.activation, knownZone(timeZone))
  const end = dateAndTimeOf(record?.endsAt, noDefault, knownZone(timeZone))
  return {
    ...start,
    endDay: end.day === start.day ? '' : end.day,
    endTime: end.time,
    timeZone,
    place: record?.place ?? '',
  }
}

/** Returns the values with which the form begins. */
export const valuesOf = (record: PartnerActivation | null, partner: RowPartner | null): ActivationValues => ({
  partner,
  audience: forOne,
  name: record?.name ?? '',
  ...whenValuesOf(record),
  planId: '',
  movesTasks: true,
  stage: record?.stage ?? 'planned',
  description: record?.description ?? '',
  arrival: record?.arrival ?? '',
  expectedGuests: String(record?.expectedGuests ?? ''),
  expectedSignUps: String(record?.expectedSignUps ?? ''),
  contacts: (record?.contacts ?? []).map(({ name, role, phone }) => ({
    name,
    role: role ?? '',
    phone: phone ?? '',
  })),
  agreement: record?.documentId ? { id: record.documentId, partnerId: record.partnerId } : null,
  resources: record?.resources ?? [],
})

/** The parts of the request that the form edits as days and times. A time that the user did not change is sent exactly as it was stored. */
const momentsOf = (
  { day, time, endDay, endTime, timeZone }: Omit<WhenValues, 'place'>,
  record: PartnerActivation | null,
) => {
  const former = record?.timeZone === (timeZone || null) ? record : null
  const zone = knownZone(timeZone)
  return {
    activationDate: toIsoMoment({ day, time }, defaultTimes.activation, former?.activationDate, zone),
    endsAt: endTime
      ? toIsoMoment({ day: endDay || day, time: endTime }, noDefault, former?.endsAt, zone)
      : null,
    timeZone: timeZone || null,
  }
}

/** Returns the moment to which the form moves a stored activation; empty if it stays, or while the date is incomplete. */
export const movedTo = (
  { day, time, timeZone }: Pick<WhenValues, 'day' | 'time' | 'timeZone'>,
  record: PartnerActivation,
) => {
  if (!isInDateRange(day)) return ''
  const next = momentsOf({ day, time, timeZone, endDay: '', endTime: '' }, record)
  const isMoved = next.activationDate !== record.activationDate || next.timeZone !== record.timeZone
  return isMoved ? next.activationDate : ''
}

/** Returns the parts of partners who are added to an event, all with the same times and place. */
export const assignmentsOf = (
  { place, ...when }: Omit<WhenValues, 'place'> & { place: string | null },
  partnerIds: string[],
) => {
  const { activationDate: start, endsAt: end, timeZone: zone } = momentsOf(when, null)
  return partnerIds.map((partnerId) => ({ partnerId, start, end, zone, place }))
}

/** Returns the fields that are sent for one partner and for several, for a new activation and for a stored one. */
const fieldsOf = (checked: CheckedActivation, record: PartnerActivation | null) => ({
  name: checked.name,
  ...momentsOf(checked, record),
  place: checked.place,
  description: checked.description,
  arrival: checked.arrival,
  expectedGuests: checked.expectedGuests,
  expectedSignUps: checked.expectedSignUps,
  contacts: checked.contacts,
  resourceIds: checked.resources.map(({ id }) => id),
})

const documentIdOf = ({ agreement, partner }: CheckedActivation) =>
  agreement && agreement.partnerId === partner?.id ? agreement.id : null

/** Returns the request that creates the activation. An agreement belongs to one partner alone. */
export const creationOf = (checked: CheckedActivation) => ({
  ...fieldsOf(checked, null),
  ...sentFor(checked),
  ...(checked.planId && { planId: checked.planId }),
  ...(checked.audience.kind === 'one' && { documentId: documentIdOf(checked) }),
})

/** Returns the request that changes a stored activation. */
export const changeOf = (checked: CheckedActivation, record: PartnerActivation) => ({
  ...fieldsOf(checked, record),
  stage: checked.stage,
  movesTasks: checked.movesTasks,
  documentId: documentIdOf(checked),
  partnerId: checked.partner?.id ?? '',
  updatedAt: record.updatedAt,
})
