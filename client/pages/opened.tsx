import { type ComponentType, type ReactNode, useState } from 'react'
import {
  useActivationDialog,
  useActivityDialog,
  useAgreementDialog,
  useAnnouncementDialog,
  useEmailDialog,
  useHandoverDialog,
  useNewTaskDialog,
  useNotificationsDialog,
  useOwedDialog,
  usePartnerDialog,
  useRecapDialog,
  useResourceDialog,
  useSharedAgreementDialog,
  useTaskDialog,
} from '#client/domain/opened.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { useLastValue } from '#client/lib/use-last-value.ts'
import { lazyDialog } from '#client/ui/lazy-dialog.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { OpenedProps } from './opened/opened-props.ts'

const openedDialog = (load: () => Promise<{ default: ComponentType<OpenedProps> }>) =>
  lazyDialog(load, ({ onClose }) => onClose())

const OpenedPartner = openedDialog(() => import('./opened/opened-partner.tsx'))
const OpenedTask = openedDialog(() => import('./opened/opened-task.tsx'))
const OpenedActivation = openedDialog(() => import('./opened/opened-activation.tsx'))
const OpenedRecap = openedDialog(() => import('./opened/opened-recap.tsx'))
const OpenedAgreement = openedDialog(() => import('./opened/opened-agreement.tsx'))
const OpenedAnnouncement = openedDialog(() => import('./opened/opened-announcement.tsx'))
const OpenedResource = openedDialog(() => import('./opened/opened-resource.tsx'))
const OpenedActivity = openedDialog(() => import('./opened/opened-activity.tsx'))
const OpenedOwed = openedDialog(() => import('./opened/opened-owed.tsx'))
const OpenedAccount = openedDialog(() => import('./opened/opened-account.tsx'))
const OpenedNotifications = openedDialog(() => import('./opened/opened-notifications.tsx'))
const OpenedSharedAgreement = openedDialog(() => import('./opened/opened-shared-agreement.tsx'))
const OpenedEmail = openedDialog(() => import('./opened/opened-email.tsx'))
const OpenedHandover = openedDialog(() => import('./opened/opened-handover.tsx'))
const NewTask = openedDialog(() => import('./opened/new-task.tsx'))

/** The dialogs, by the query parameter that opens each of them. */
const dialogs = {
  partner: OpenedPartner,
  record: OpenedPartner,
  task: OpenedTask,
  activation: OpenedActivation,
  recap: OpenedRecap,
  agreement: OpenedAgreement,
  announcement: OpenedAnnouncement,
  file: OpenedResource,
  account: OpenedAccount,
  email: OpenedEmail,
  handover: OpenedHandover,
  notifications: OpenedNotifications,
  activity: OpenedActivity,
  owed: OpenedOwed,
  new: NewTask,
  'shared-agreement': OpenedSharedAgreement,
}

/** Loads the dialogs that the query of an address opens. */
export const loadOpened = async (search: string) => {
  const query = new URLSearchParams(search)
  await Promise.all(Object.entries(dialogs).map(([name, { load }]) => query.has(name) && load()))
}

// Both staff and partners open these dialogs from their home.
const common = [
  OpenedTask,
  OpenedActivation,
  OpenedRecap,
  OpenedAgreement,
  OpenedAnnouncement,
  OpenedResource,
]

/** Returns the functions that load the dialogs that a user may open. */
export const loadOpenings = ({ role }: CurrentUser) =>
  [
    ...(isStaff(role) ? [OpenedPartner, NewTask, OpenedEmail] : [OpenedActivity, OpenedOwed]),
    ...common,
    OpenedNotifications,
    OpenedAccount,
  ].map(({ load }) => load)

type Entry = {
  Dialog: ComponentType<OpenedProps>
  /** The id in the address; null while the dialog is closed. */
  value: string | null
  close: () => void
}

/** The dialogs that the query of the address opens over any signed-in screen. */
export function Opened({ user }: { user: CurrentUser }) {
  const partner = usePartnerDialog()
  const task = useTaskDialog()
  const activation = useActivationDialog()
  const recap = useRecapDialog()
  const agreement = useAgreementDialog()
  const announcement = useAnnouncementDialog()
  const resource = useResourceDialog()
  const email = useEmailDialog()
  const handover = useHandoverDialog()
  const newTask = useNewTaskDialog()
  const account = useAddressDialog('account')
  const notifications = useNotificationsDialog()
  const activity = useActivityDialog()
  const owed = useOwedDialog()
  const sharedAgreement = useSharedAgreementDialog()
  const entries: Record<string, Entry> = {
    ...(isStaff(user.role) && { partner: { Dialog: OpenedPartner, ...partner } }),
    task: { Dialog: OpenedTask, ...task },
    activation: { Dialog: OpenedActivation, ...activation },
    recap: { Dialog: OpenedRecap, ...recap },
    agreement: { Dialog: OpenedAgreement, ...agreement },
    announcement: { Dialog: OpenedAnnouncement, ...announcement },
    resource: { Dialog: OpenedResource, ...resource },
    account: { Dialog: OpenedAccount, ...account },
    notifications: { Dialog: OpenedNotifications, ...notifications },
    ...(!isStaff(user.role) && {
      activity: { Dialog: OpenedActivity, ...activity },
      owed: { Dialog: OpenedOwed, ...owed },
    }),
    ...(isStaff(user.role) && {
      email: { Dialog: OpenedEmail, ...email },
      handover: { Dialog: OpenedHandover, ...handover },
      newTask: { Dialog: NewTask, ...newTask },
      sharedAgreement: { Dialog: OpenedSharedAgreement, ...sharedAgreement },
    }),
  }
  const stack = useStack(
    Object.fromEntries(
      Object.entries(entries).flatMap(([name, { value }]) => (value ? [[name, value]] : [])),
    ),
  )
  return stack.reduceRight<ReactNode>((above, name) => {
    const entry = entries[name]
    return (
      entry && (
        <Layer key={name} user={user} {...entry}>
          {above}
        </Layer>
      )
    )
  }, null)
}

function Layer({ user, Dialog, value, close, children }: Entry & { user: CurrentUser; children: ReactNode }) {
  const id = useLastValue(value)
  return (
    id && (
      <Dialog user={user} id={id} open={value !== null} onClose={close}>
        {children}
      </Dialog>
    )
  )
}

type Values = Record<string, string>

/**
 * Returns the names of the dialogs in the order in which they were opened or received another value. A closed dialog stays in the list
 * until another one opens.
 * @param opened the value of each open dialog, by name
 */
const useStack = (opened: Values): string[] => {
  const [last, setLast] = useState({ opened: {} as Values, stack: [] as string[] })
  if (JSON.stringify(opened) === JSON.stringify(last.opened)) return last.stack
  const added = Object.keys(opened).filter((name) => opened[name] !== last.opened[name])
  const below = last.stack.filter((name) => opened[name] && !added.includes(name))
  const stack = added.length > 0 ? [...below, ...added] : last.stack
  setLast({ opened, stack })
  return stack
}
