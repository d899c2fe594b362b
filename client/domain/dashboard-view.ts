import { useAddressView } from '#client/lib/address-view.ts'

/** The state of the dashboard of staff. */
export type DashboardView = {
  /** The id of the chosen partner; null for all of them. */
  partnerId: string | null
  /** Which tasks of all partners: the newest, or the overdue ones. */
  tasks: 'all' | 'overdue'
}

/** Reads the view from the address and ignores unknown values. */
export const readDashboardView = (get: (name: string) => string): DashboardView => {
  const partnerId = get('partner') || null
  return { partnerId, tasks: !partnerId && get('tasks') === 'overdue' ? 'overdue' : 'all' }
}

/** The dashboard's view in the address, so that reload, Back and a copied link restore it. */
export const useDashboardView = () => {
  const address = useAddressView()
  return {
    ...readDashboardView(address.get),
    /** Of the overdue tasks. */
    page: address.page,
    addressOfTasks: (tasks: DashboardView['tasks']) =>
      address.with({ tasks: tasks === 'overdue' ? tasks : null }),
    addressOfPage: (page: number) => address.with({ page: page > 1 ? String(page) : null }),
    choosePartner: (partnerId: string | null) => address.change({ partner: partnerId, tasks: null }),
  }
}
