import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { zoneLabel, zoneOptions } from '#client/domain/time-zones.ts'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput, FormSelect } from '#client/ui/form-fields.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { Received, Sent } from '#contract/endpoint.ts'
import {
  type getReportSettings,
  ReportSettings as Schema,
  type setReportSettings,
} from '#contract/reports.ts'

type Saved = Received<typeof getReportSettings>

const description = 'Reports count the days of this time zone. Needs attention uses the same number of days.'

/** The settings of reports, and the dialog that changes them. */
export function ReportSettings() {
  const settings = useQuery(readOf('/api/admin/reports/settings'))
  return (
    <Card
      title="Reports"
      description={description}
      actions={
        // The button has its place from the start, so that nothing moves when the settings are loaded.
        !settings.isError && (
          <Button
            pending={!settings.data}
            opens={(opening) => settings.data && <SettingsDialog {...opening} saved={settings.data} />}
          >
            Edit<span className="sr-only"> the settings of reports</span>
          </Button>
        )
      }
    >
      <QueryState
        query={settings}
        className="min-h-6 max-sm:min-h-12"
        loading={<Skeleton className="h-4 w-64 max-w-full" />}
        failure={{ title: 'The settings could not be loaded' }}
      >
        {({ timeZone, stalledDays }) => (
          <p>
            {`${zoneLabel(timeZone)} · a partner is stalled after ${formatCount(stalledDays, 'day')} in onboarding`}
          </p>
        )}
      </QueryState>
    </Card>
  )
}

const schema = z.object({
  timeZone: Schema.shape.timeZone,
  stalledDays: z.string().transform(Number).pipe(Schema.shape.stalledDays),
})

function SettingsDialog({ saved, ...opening }: DialogOpening & { saved: Saved }) {
  const saving = useEndpointMutation(
    (body: Sent<typeof setReportSettings, 'body'>) => call('PUT /api/admin/reports/settings', { body }),
    {
      success: 'Settings saved',
      failure: 'The settings could not be saved. Check your connection and try again.',
      serverMessages: 'all',
      inForm: ['conflict', 'fields'],
      invalidates: ['/api/admin/reports/'],
    },
  )
  const edit = useEditForm({
    schema,
    record: saved,
    valuesOf: (record: Saved | null) => ({
      timeZone: record?.timeZone ?? '',
      stalledDays: String(record?.stalledDays ?? ''),
    }),
    save: (values, record) =>
      saving.mutateAsync({ ...values, ...(record?.updatedAt && { updatedAt: record.updatedAt }) }),
    reload: () => call('GET /api/admin/reports/settings', {}),
  })
  return (
    <EditDialog
      {...opening}
      title="Reports"
      description={description}
      edit={edit}
      submitLabel="Save"
      pendingLabel="Saving..."
    >
      <FormSelect name="timeZone" label="Time zone" required options={zoneOptions(saved.timeZone)} />
      <FormInput
        name="stalledDays"
        label="Days until stalled"
        hint="For how many days a partner can be in onboarding"
        type="number"
        min={1}
        max={365}
        required
      />
    </EditDialog>
  )
}
