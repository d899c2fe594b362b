import { useLocation, useSearch } from 'wouter'
import { openedWith, useAddressDialog } from '#client/lib/address-dialog.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { taskFrequencies } from '#contract/task-plans/plans.ts'

// The query of the address determines which dialog is open over a signed-in screen, and `client/pages/opened.tsx` shows the dialog.

/** The dialog of a task, both for the task's partner and for staff. */
export const useTaskDialog = () => {
  const dialog = useAddressDialog('task', ['parts', 'progress'])
  const view = useAddressView()
  return {
    ...dialog,
    /** Whether the dialog shows a task for several partners as a whole, rather than the part of one partner, which has the same id. */
    isWhole: view.get('parts') === 'all',
    /** Returns the props of a link that opens a task for several partners, for staff. */
    linkToWhole: (id: string) => {
      const { href, state } = dialog.linkTo(id)
      return { href: `${href}&parts=all`, state }
    },
  }
}
/** The dialog with the form of a new task, for staff. The partner is given by the address or chosen in the form. */
export const useNewTaskDialog = () => {
  const { linkTo, value, close } = useAddressDialog('new', ['of', 'repeats', 'task-name'])
  const view = useAddressView()
  const of = view.get('of') || null
  return {
    value: value === 'task' ? value : null,
    of,
    /** How often the new task repeats, as given by the address. */
    repeats: taskFrequencies.find((each) => each === view.get('repeats')),
    /** The name of the new task, as given by the address. */
    name: view.get('task-name') || undefined,
    close,
    /** Returns the props of a link that opens the form of a new task, of a partner and with a name if they are given. */
    linkTo: (partnerId: string | null, name?: string) => {
      const { href, state } = linkTo('task')
      const given = new URLSearchParams({
        ...(partnerId && { of: partnerId }),
        ...(name && { 'task-name': name }),
      })
      return { href: given.size > 0 ? `${href}&${given}` : href, state }
    },
    /** Returns the props of a link that opens the form of a new recurring task. */
    linkToRecurring: () => {
      const { href, state } = linkTo('task')
      return { href: `${href}&repeats=weekly`, state }
    },
  }
}
/** The dialog of an agreement for several partners, for staff. */
export const useSharedAgreementDialog = () => useAddressDialog('shared-agreement', ['progress'])
export const useActivationDialog = () => useAddressDialog('activation')
/** The dialog with the form that asks what came of an activation. */
export const useRecapDialog = () => useAddressDialog('recap')
export const useAgreementDialog = () => useAddressDialog('agreement')
/** The dialog of an email of the log, for staff. */
export const useEmailDialog = () => useAddressDialog('email')
/** The dialog that hands over what a member of staff is responsible for; its value is the id of that user. */
export const useHandoverDialog = () => useAddressDialog('handover')
/** The dialog of the user's own notifications: `all`, or `new` for unseen notifications. */
export const useNotificationsDialog = () => useAddressDialog('notifications')
/** The dialog of the partner's own activity: `all`, or one kind. */
export const useActivityDialog = () => useAddressDialog('activity')
/** The dialog of what the partner and the company owe each other, with the payments: `all`, or the id of an invoice. */
export const useOwedDialog = () => useAddressDialog('owed')
/** The dialog of an announcement, for partners and staff. */
export const useAnnouncementDialog = () => useAddressDialog('announcement', ['readers'])
/** The dialog of a resource. */
export const useResourceDialog = () => useAddressDialog('file')

/** Returns the ids of the partners in the list from which the dialog was opened, in the order of the list. */
export const partnersOpenedAmong = (): string[] => {
  const { among } = openedWith()
  return Array.isArray(among) ? among : []
}

/** The dialog with all about a partner, for staff. On the dashboard its parameter is `record`, since `partner` is the chosen partner. */
export const usePartnerDialog = () => {
  const [path] = useLocation()
  return useAddressDialog(path.startsWith('/admin') ? 'partner' : 'record', [
    'section',
    'activity-kind',
    'timeline',
    'note',
    'when',
  ])
}

/** Returns the id of the partner that staff are viewing: the partner whose dialog is open, or who was chosen on the dashboard. */
export const useShownPartner = () => {
  const query = new URLSearchParams(useSearch())
  return query.get('record') ?? query.get('partner')
}
