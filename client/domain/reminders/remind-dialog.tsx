import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { formatCount, formatNumber } from '#client/lib/format.ts'
import { notInEventStream } from '#client/lib/query-client.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormTextArea } from '#client/ui/form-fields.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { leftOutLabels, undoSeconds } from '#contract/bulk-kinds.ts'
import type { Received, Sent } from '#contract/endpoint.ts'
import { optionalLongText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'
import type { checkReminders, remindPartners } from '#contract/partners/reminders.ts'
import { useActionToast } from '../bulk/action-toast.ts'
import { EmailPreview } from '../email-preview.tsx'

type Preview = Received<typeof checkReminders>

/** What a reminder is about, and to which partners it goes. */
export type Reminder = Omit<Sent<typeof remindPartners, 'body'>, 'message'>

type RemindDialogProps = DialogOpening & { reminder: Reminder; onBegun?: () => void }

const schema = z.object({ message: optionalLongText(limits.reminderLine) })

/** The dialog that reminds partners of what is open: whom it reaches and leaves out, a personal line, and the email as the first one reads it. */
export function RemindDialog({ reminder, onBegun, ...opening }: RemindDialogProps) {
  // The same dialog sends its reminder once, however often it is submitted.
  const [key] = useState(() => crypto.randomUUID())
  const preview = useQuery({
    queryKey: ['/api/admin/reminders/check', reminder],
    queryFn: () => call('POST /api/admin/reminders/check', { body: reminder }),
    ...notInEventStream,
  })
  const reached = preview.data?.reached ?? 0
  const sending = useEndpointMutation(
    (message: string | null) =>
      call('POST /api/admin/reminders', { body: { ...reminder, message } }, { idempotencyKey: key }),
    {
      success: useActionToast(reached),
      failure: 'The reminder could not be sent. Check your connection and try again.',
      serverMessages: 'all',
      invalidates: [staffReads],
    },
  )
  const edit = useEditForm({
    schema,
    record: null,
    valuesOf: () => ({ message: '' }),
    save: async ({ message }) => {
      await sending.mutateAsync(message)
      onBegun?.()
    },
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Remind"
      description={`The emails go out after ${undoSeconds} seconds; until then you can undo it.`}
      submitLabel={reached > 0 ? `Remind ${formatCount(reached, 'partner')}` : 'Remind'}
      isPending={preview.isPending || sending.isPending}
      isUseless={reached === 0 && !preview.isPending}
    >
      <QueryState
        query={preview}
        loading={<Skeleton className="h-24" />}
        failure={{ title: 'The preview could not be loaded' }}
      >
        {(data) => <Reach preview={data} />}
      </QueryState>
      <FormTextArea
        name="message"
        label="A line from you (optional)"
        rows={2}
        maxLength={limits.reminderLine}
      />
      {preview.data?.email && <ReminderPreview email={preview.data.email} />}
    </EditDialog>
  )
}

/** How many partners the reminder reaches, and how many it leaves out, by reason. */
function Reach({ preview: { total, reached, leftOut } }: { preview: Preview }) {
  const reasons = Object.entries(leftOut) as [keyof typeof leftOut, number][]
  return (
    <div className="text-13">
      <p className="font-medium">
        {reached === total
          ? `Reaches ${formatCount(reached, 'partner')}`
          : `Reaches ${formatNumber(reached)} of ${formatCount(total, 'partner')}`}
      </p>
      {reasons.length > 0 && (
        <ul aria-label="Left out" className="text-muted">
          {reasons.map(([reason, count]) => (
            <li key={reason}>{`${formatNumber(count)} ${leftOutLabels[reason]}`}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The email to the first partner, with the personal line as it is typed. */
function ReminderPreview({ email }: { email: NonNullable<Preview['email']> }) {
  const message: string = useWatch({ name: 'message' }) ?? ''
  return (
    <EmailPreview email={email}>
      {message.trim() && <p className="whitespace-pre-line">{message.trim()}</p>}
      <ul className="list-disc pl-5">
        {email.items.map(({ label, detail }) => (
          <li key={`${label} ${detail}`}>
            {label}
            {detail && <span className="text-muted">{` · ${detail}`}</span>}
          </li>
        ))}
      </ul>
    </EmailPreview>
  )
}
