import type { ComponentProps } from 'react'
import { type FieldErrors, useController, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { formatCount } from '#client/lib/format.ts'
import { PartnerField, type WithPartner } from '../partner-field.tsx'
import type { RowPartner } from '../rows/rows.ts'
import { type Audience, audienceProblems, sentAudience } from './audience.ts'
import { AudienceChooser } from './audience-chooser.tsx'

/** Whom a form is for: one partner, or an audience. */
export type WithAudience = WithPartner & { audience: Audience }

export const audienceShape = {
  partner: z.custom<RowPartner | null>(),
  audience: z.custom<Audience>(),
}

/** The errors of the two fields. */
export const checkAudience = (
  { partner, audience }: WithAudience,
  { addIssue }: { addIssue: (issue: { code: 'custom'; path: string[]; message: string }) => void },
) => {
  if (audience.kind === 'one' && !partner) {
    addIssue({ code: 'custom', path: ['partner'], message: 'Choose a partner' })
  }
  for (const [part, message] of Object.entries(audienceProblems(audience))) {
    addIssue({ code: 'custom', path: ['audience', part], message })
  }
}

/** Whom the server is asked to give it to. */
export const sentFor = ({ partner, audience }: WithAudience) =>
  audience.kind === 'one' ? { partnerId: partner?.id ?? '' } : { partnerId: null, ...sentAudience(audience) }

// As the server names them.
export const audienceFieldNames = {
  partnerId: 'partner',
  assignedGroup: 'audience.group',
  assignedPartnerIds: 'audience.partners',
}

const kinds = ['one', 'group', 'partners', 'both', 'everyone'] as const

type AudienceFieldProps = {
  isOneOffered?: boolean
  /** What is said of how many partners there are, where not all of them get it. */
  textOf?: ComponentProps<typeof AudienceChooser>['textOf']
}

const whoGetsIt: NonNullable<AudienceFieldProps['textOf']> = ({ partners }) =>
  partners === 0 ? 'No partner will get this yet' : `${formatCount(partners, 'partner')} will get this`

/** One partner or an audience: two fields of the form around it. */
export function AudienceField({ isOneOffered = true, textOf = whoGetsIt }: AudienceFieldProps) {
  const { formState } = useFormContext<WithAudience>()
  const { field } = useController<WithAudience, 'audience'>({ name: 'audience' })
  const errors = formState.errors.audience as FieldErrors<{ group: string; partners: string }> | undefined
  return (
    <AudienceChooser
      label="For"
      isCompact
      kinds={isOneOffered ? kinds : kinds.slice(1)}
      value={field.value}
      onChange={field.onChange}
      problems={{ group: errors?.group?.message, partners: errors?.partners?.message }}
      textOf={textOf}
    >
      <PartnerField />
    </AudienceChooser>
  )
}
