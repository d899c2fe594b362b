import { useLocation, useSearch } from 'wouter'
import { openedWith, useAddressDialog } from '#client/lib/address-dialog.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { taskFrequencies } from '#contract/task-plans/plans.ts'

// The query of an address says what is open on top of a signed-in screen, and `client/pages/opened.tsx` shows it.

/** The dialog of a task, of its own partner or for staff. */
export const useTaskDialog = () => {
  const dialog = useAddressDialog('task', ['parts', 'progress'])
  const view = useAddressView()
  return {
    ...dialog,
    /** Whether it shows a task for several partners, where the part of one partner has the same id. */
    isWhole: view.get('parts') === 'all',
    /** The props of a link that opens a task for several partners, for staff. */
    linkToWhole: (id: string) => {
      const { href, state } = dialog.linkTo(id)
      return { href: `${href}&parts=all`, state }
    },
  }
}
/** The form of a new task, for staff: of one partner, or of one who is chosen in it. */
export const useNewTaskDialog = () => {
  const { linkTo, value, close } = useAddressDialog('new', ['of', 'repeats'])
  const view = useAddressView()
  const of = view.get('of') || null
  return {
    value: value === 'task' ? value : null,
    of,
    /** How often it comes again, as the address has it. */
    repeats: taskFrequencies.find((each) => each === view.get('repeats')),
    close,
    /** The props of a link that opens it. */
    linkTo: (partnerId: string | null) => {
      const { href, state } = linkTo('task')
      return { href: partnerId ? `${href}&of=${partnerId}` : href, state }
    },
    /** The same for one that comes again. */
    linkToRecurring: () => {
      const { href, state } = linkTo('task')
      return { href: `${href}&repeats=weekly`, state }
    },
  }
}
/** An agreement for several partners, for staff. */
export const useSharedAgreementDialog = () => useAddressDialog('shared-agreement', ['progress'])
export const useActivationDialog = () => useAddressDialog('activation')
export const useAgreementDialog = () => useAddressDialog('agreement')
/** An email of the log, for staff. */
export const useEmailDialog = () => useAddressDialog('email')
/** The user's own notifications: `all`, or `new` for those that they have not seen. */
export const useNotificationsDialog = () => useAddressDialog('notifications')
/** What happened to the user as a partner: `all`, or of one kind. */
export const useActivityDialog = () => useAddressDialog('activity')
/** An announcement, for a partner and for staff. */
export const useAnnouncementDialog = () => useAddressDialog('announcement', ['readers'])
/** A file of the library. */
export const useResourceDialog = () => useAddressDialog('file')

/** The partners of the list from which the dialog was opened, in its order. */
export const partnersOpenedAmong = (): string[] => {
  const { among } = openedWith()
  return Array.isArray(among) ? among : []
}

/** The dialog with all about a partner, for staff. On the dashboard `partner` is the one that was chosen to be shown. */
export const usePartnerDialog = () => {
  const [path] = useLocation()
  return useAddressDialog(path.startsWith('/admin') ? 'partner' : 'record', [
    'section',
    'activity-kind',
    'when',
  ])
}

/** The id of the partner that staff are looking at: the one whose dialog is open, or who was chosen on the dashboard. */
export const useShownPartner = () => {
  const query = new URLSearchParams(useSearch())
  return query.get('record') ?? query.get('partner')
}
