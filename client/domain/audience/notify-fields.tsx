import { useFormContext, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { FormTextArea } from '#client/ui/form-fields.tsx'
import type { ReachKind } from '#contract/audience-reach.ts'
import { optionalLongText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { Audience } from './audience.ts'
import { ReachLine } from './reach.tsx'

/** Whether an audience is notified, and the line to it, as fields of a form. */
export type WithNotify = { notify: boolean; line: string }

export const notifyShape = { notify: z.boolean(), line: optionalLongText(limits.reminderLine) }

export const notifyDefaults: WithNotify = { notify: true, line: '' }

/** Shows whom an audience of the surrounding form reaches, and lets staff turn the notification off or add a line to it. */
export function NotifyFields({ about, audience }: { about: ReachKind; audience: Audience }) {
  const { register } = useFormContext<WithNotify>()
  const isNotified = useWatch<WithNotify, 'notify'>({ name: 'notify' })
  return (
    <div className="grid grid-cols-1 gap-3">
      <ReachLine about={about} audience={audience} isNotified={isNotified} />
      <Checkbox label="Notify them" {...register('notify')} />
      {isNotified && (
        <FormTextArea
          name="line"
          label="A line to them (optional)"
          rows={2}
          maxLength={limits.reminderLine}
          hint="Shown in the notification and the email"
        />
      )}
    </div>
  )
}
