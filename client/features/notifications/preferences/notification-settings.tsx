import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { readOf } from '#client/lib/query-client.ts'
import { TextSkeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { notificationRowsOf } from '#contract/notifications/settings-rows.ts'
import { QuietHours } from './quiet-hours.tsx'
import { SwitchTable } from './switch-table.tsx'

/** The settings of what the user is notified of, and by which channel. */
export function NotificationSettings() {
  const { data: user } = useCurrentUser()
  return (
    <QueryState
      query={useQuery(readOf('/api/user/email-preferences'))}
      loading={<TextSkeleton className="h-[70dvh]" />}
      failure={{ title: 'Your notification settings could not be loaded' }}
    >
      {(saved) => (
        <div className="grid grid-cols-1 gap-8">
          <section aria-labelledby="events-title">
            <h3 id="events-title" className="font-semibold text-15">
              What we notify you about
            </h3>
            <p className="mt-1 mb-3 text-13 text-muted">
              Each switch saves right away. You always get sign-in codes and security emails.
            </p>
            <SwitchTable saved={saved} events={notificationRowsOf(user?.role ?? 'user')} />
          </section>
          <QuietHours saved={saved} />
        </div>
      )}
    </QueryState>
  )
}
