import { useAddressView } from '#client/lib/address-view.ts'

const lists = ['agreements', 'activations', 'tasks'] as const

/** The state of the dashboard. */
export type DashboardView = {
  /** The id of the partner that staff have chosen; null for all of them. */
  partnerId: string | null
  /** The single list that is shown in full; null for the dashboard with the first rows of each list. */
  list: (typeof lists)[number] | null
  /** Whether staff see only what is about the partners that they manage. */
  isMine: boolean
  /** Whether what needs attention is grouped by partner. */
  isByPartner: boolean
}

/** Reads the view from the address and ignores unknown values. */
export const readDashboardView = (get: (name: string) => string): DashboardView => ({
  partnerId: get('partner') || null,
  list: lists.find((list) => list === get('show')) ?? null,
  isMine: !get('partner') && get('partners') === 'mine',
  isByPartner: get('attention') === 'partner',
})

/** The filter of staff's lists by the partners that the reader manages; empty for the lists of all partners. */
export const mineFilter = (isMine: boolean): { manager?: 'me' } => (isMine ? { manager: 'me' } : {})

/** The dashboard's view in the address, so that reload, Back and a copied link restore it. */
export const useDashboardView = () => {
  const address = useAddressView()
  return {
    ...readDashboardView(address.get),
    addressOfList: (list: DashboardView['list']) => address.with({ show: list }),
    addressOfPartners: (whose: 'mine' | null) => address.with({ partners: whose, show: null }),
    addressOfAttention: (by: 'partner' | null) => address.with({ attention: by }),
    choosePartner: (partnerId: string | null) => address.change({ partner: partnerId }),
  }
}

/** Returns the description of a section of the dashboard with the newest rows. */
export const useNewestDescription = () =>
  `${useDashboardView().isMine ? 'Your partners' : 'All partners'}, newest first`
