import type { ComponentProps } from 'react'
import { type FieldErrors, useController, useFormContext } from 'react-hook-form'
import { z } from 'zod'
import { formatCount } from '#client/lib/format.ts'
import { PartnerField, type WithPartner } from '../partner-field.tsx'
import type { RowPartner } from '../rows/rows.ts'
import { type Audience, audienceProblems, sentAudience } from './audience.ts'
import { AudienceChooser } from './audience-chooser.tsx'

/** The values of a form that is for one partner or for an audience. */
export type WithAudience = WithPartner & { audience: Audience }

export const audienceShape = {
  partner: z.custom<RowPartner | null>(),
  audience: z.custom<Audience>(),
}

/** Reports the errors of the two fields. */
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

/** Returns the part of the request that names the partner or the audience. */
export const sentFor = ({ partner, audience }: WithAudience) =>
  audience.kind === 'one' ? { partnerId: partner?.id ?? '' } : { partnerId: null, ...sentAudience(audience) }

// The keys are the server's names of the fields, and the values are the names in the form.
export const audienceFieldNames = {
  partnerId: 'partner',
  assignedGroup: 'audience.group',
  assignedPartnerIds: 'audience.partners',
  assignedViewId: 'audience.view',
}

const kinds = ['one', 'group', 'partners', 'both', 'view', 'everyone'] as const

type AudienceFieldProps = {
  isOneOffered?: boolean
  /** Whether a saved view can be chosen, whose later partners are added. */
  isViewOffered?: boolean
  isEveryoneOffered?: boolean
  /**
   * Returns the text that says how many partners the audience has. The default says that all of them will get this; null where the form
   * says it itself.
   */
  textOf?: NonNullable<ComponentProps<typeof AudienceChooser>['textOf']> | null
}

const whoGetsIt: NonNullable<AudienceFieldProps['textOf']> = ({ partners }) =>
  partners === 0 ? 'No partner will get this yet' : `${formatCount(partners, 'partner')} will get this`

/** The fields for one partner or an audience, for use within a form. */
export function AudienceField({
  isOneOffered = true,
  isViewOffered = true,
  isEveryoneOffered = true,
  textOf = whoGetsIt,
}: AudienceFieldProps) {
  const { formState } = useFormContext<WithAudience>()
  const { field } = useController<WithAudience, 'audience'>({ name: 'audience' })
  const left = [!isOneOffered && 'one', !isViewOffered && 'view', !isEveryoneOffered && 'everyone']
  const errors = formState.errors.audience as
    | FieldErrors<{ group: string; partners: string; view: string }>
    | undefined
  return (
    <AudienceChooser
      label="For"
      isCompact
      kinds={kinds.filter((kind) => !left.includes(kind))}
      value={field.value}
      onChange={field.onChange}
      problems={{
        group: errors?.group?.message,
        partners: errors?.partners?.message,
        view: errors?.view?.message,
      }}
      textOf={textOf ?? undefined}
    >
      <PartnerField />
    </AudienceChooser>
  )
}
