import { ActivationTable } from '#client/features/activations/list/activation-table.tsx'
import { ActivationHeadActions } from '#client/features/activations/list/head-actions.tsx'
import { SubscribeButton } from '#client/features/calendar/subscribe-button.tsx'
import { useAddressView } from '#client/lib/address-view.ts'
import { CalendarCard } from '../calendar-card.tsx'

/** The Activations tab: the activations of all partners as a table, or in a month with what is due. */
export default function Activations() {
  if (useAddressView().get('view') !== 'month') return <ActivationTable />
  return (
    <CalendarCard
      head={{
        title: 'Activations',
        description: <span className="max-xl:hidden">With the due dates of tasks</span>,
        actions: (
          <ActivationHeadActions chosen="month">
            {/* A phone has no room for it; the calendar of the dashboard has the same button. */}
            <SubscribeButton className="max-sm:hidden" />
          </ActivationHeadActions>
        ),
      }}
    />
  )
}
