import { z } from 'zod'
import {
  type DateAndTime,
  DateAndTimeFields,
  dateAndTimeOf,
  dateAndTimeSchema,
  defaultTimes,
  toIsoMoment,
} from '#client/domain/date-and-time.tsx'
import { LibraryFilesField, type WithLibraryFiles } from '#client/domain/files/library-files-field.tsx'
import { ForPartner, PartnerField, partnerSchema, type WithPartner } from '#client/domain/partner-field.tsx'
import type { ActivationRow, RowPartner } from '#client/domain/rows/rows.ts'
import { knownZone, ownZone, zoneOptions } from '#client/domain/time-zones.ts'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormSelect, FormTextArea } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { CreateActivation, type PartnerActivation } from '#contract/activations.ts'
import { dateRange, isInDateRange, outsideDateRange } from '#contract/date-range.ts'
import { limits } from '#contract/limits.ts'
import { useSaveActivation } from './mutations.ts'

type ActivationValues = DateAndTime &
  WithPartner &
  WithLibraryFiles & {
    name: string
    endDay: string
    endTime: string
    /** The time zone of the event; empty if each reader sees the times in their own zone. */
    timeZone: string
    place: string
    description: string
  }

const { name, place, description } = CreateActivation.shape

const activationSchema = z
  .object({
    name,
    ...dateAndTimeSchema('Activation date is required'),
    endDay: z.string().refine((day) => day === '' || isInDateRange(day), outsideDateRange),
    endTime: z.string(),
    timeZone: z.string(),
    place,
    description,
    resources: z.custom<WithLibraryFiles['resources']>(),
    partner: partnerSchema,
  })
  .refine(({ endDay, endTime }) => !endDay || endTime, { path: ['endTime'], error: 'Enter an end time' })

const noDefault = { time: '' }

const valuesOf = (record: PartnerActivation | null, partner: RowPartner | null): ActivationValues => {
  const timeZone = record ? (record.timeZone ?? '') : ownZone()
  const start = dateAndTimeOf(record?.activationDate, defaultTimes.activation, knownZone(timeZone))
  const end = dateAndTimeOf(record?.endsAt, noDefault, knownZone(timeZone))
  return {
    name: record?.name ?? '',
    ...start,
    endDay: end.day === start.day ? '' : end.day,
    endTime: end.time,
    timeZone,
    place: record?.place ?? '',
    description: record?.description ?? '',
    resources: record?.resources ?? [],
    partner,
  }
}

/** The parts of the request that the form edits as days and times. A time that the user did not change is sent exactly as it was stored. */
const momentsOf = (
  { day, time, endDay, endTime, timeZone }: z.output<typeof activationSchema>,
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

type ActivationDialogProps = DialogOpening & {
  /** The activation to edit; null to create one. */
  activation: ActivationRow | null
  /** The partner that the activation is for; null if the user chooses the partner in the form. */
  partner: RowPartner | null
}

/** Creates an activation, or edits one. */
export function ActivationDialog({ activation, partner, ...opening }: ActivationDialogProps) {
  const { mutateAsync: saveActivation } = useSaveActivation(activation?.id)
  const edit = useEditForm<ActivationValues, z.output<typeof activationSchema>, PartnerActivation>({
    schema: activationSchema,
    record: activation,
    valuesOf: (record) => valuesOf(record, partner ?? activation?.partner ?? null),
    fieldNames: {
      activationDate: 'day',
      endsAt: 'endTime',
      resourceIds: 'resources',
      partnerId: 'partner',
    },
    save: (checked, record) =>
      saveActivation({
        name: checked.name,
        ...momentsOf(checked, record),
        place: checked.place,
        description: checked.description,
        resourceIds: checked.resources.map(({ id }) => id),
        partnerId: checked.partner?.id ?? '',
        updatedAt: record?.updatedAt,
      }),
    reload: async ({ id, partnerId }) => {
      const activations = await call('GET /api/admin/partners/:partnerId/activations', {
        params: { partnerId },
      })
      return activations.find((current) => current.id === id)
    },
  })
  const hasNoZone = activation !== null && activation.timeZone === null

  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={activation ? 'Edit activation' : 'Create New Activation'}
      description={partner && <ForPartner partner={partner} />}
      what="This activation"
      gone="It was deleted or assigned to another partner."
      submitLabel={activation ? 'Save changes' : 'Create Activation'}
      pendingLabel={activation ? undefined : 'Creating...'}
    >
      {!partner && <PartnerField />}
      <FormInput name="name" label="Name" required autoComplete="off" maxLength={limits.name} />
      <DateAndTimeFields label="Activation date" defaultTime={defaultTimes.activation} />
      <FormPair>
        <FormInput
          name="endDay"
          label="End date"
          type="date"
          hint="Leave empty for the same day"
          {...dateRange}
        />
        <FormInput name="endTime" label="End time" type="time" />
      </FormPair>
      <FormSelect
        name="timeZone"
        label="Time zone"
        options={zoneOptions(activation?.timeZone || ownZone())}
        placeholder={hasNoZone ? "Each reader's time zone" : undefined}
      />
      <FormInput name="place" label="Place" autoComplete="off" maxLength={limits.name} />
      <FormTextArea name="description" label="Description" maxLength={limits.description} />
      <LibraryFilesField
        label="Materials"
        chosenLabel="Chosen materials"
        hint="The partner sees only files shared with them."
      />
    </EditDialog>
  )
}
