import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import {
  useActivationDialog,
  useAgreementDialog,
  useNewTaskDialog,
  usePartnerDialog,
  useResourceDialog,
  useTaskDialog,
} from '#client/domain/opened.ts'
import { useLastValue } from '#client/lib/use-last-value.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { OpenedProps } from './opened/opened-props.ts'

/** A dialog with its own file, loaded when it is first opened. */
const lazyDialog = (load: () => Promise<{ default: ComponentType<OpenedProps> }>) =>
  lazy(async () => {
    const [opened] = await Promise.all([load(), import('#client/lib/zod-without-eval.ts')])
    return opened
  })

const OpenedPartner = lazyDialog(() => import('./opened/opened-partner.tsx'))
const OpenedTask = lazyDialog(() => import('./opened/opened-task.tsx'))
const OpenedActivation = lazyDialog(() => import('./opened/opened-activation.tsx'))
const OpenedAgreement = lazyDialog(() => import('./opened/opened-agreement.tsx'))
const OpenedResource = lazyDialog(() => import('./opened/opened-resource.tsx'))
const NewTask = lazyDialog(() => import('./opened/new-task.tsx'))

type Entry = {
  Dialog: ComponentType<OpenedProps>
  /** The id in the address; null while it is closed. */
  value: string | null
  close: () => void
}

/** What the query of the address opens on top of any signed-in screen. */
export function Opened({ user }: { user: CurrentUser }) {
  const partner = usePartnerDialog()
  const task = useTaskDialog()
  const activation = useActivationDialog()
  const agreement = useAgreementDialog()
  const resource = useResourceDialog()
  const newTask = useNewTaskDialog()
  const entries: Record<string, Entry> = {
    ...(isStaff(user.role) && { partner: { Dialog: OpenedPartner, ...partner } }),
    task: { Dialog: OpenedTask, ...task },
    activation: { Dialog: OpenedActivation, ...activation },
    agreement: { Dialog: OpenedAgreement, ...agreement },
    resource: { Dialog: OpenedResource, ...resource },
    ...(isStaff(user.role) && { newTask: { Dialog: NewTask, ...newTask } }),
  }
  const stack = useStack(Object.keys(entries).filter((name) => entries[name]?.value))
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
    <Suspense>
      {id && (
        <Dialog user={user} id={id} open={value !== null} onClose={close}>
          {children}
        </Dialog>
      )}
    </Suspense>
  )
}

/** The names in the order in which they were opened. One that is closed keeps its place until another opens. */
const useStack = (opened: string[]): string[] => {
  const [last, setLast] = useState({ opened: [] as string[], stack: [] as string[] })
  if (opened.join() === last.opened.join()) return last.stack
  const added = opened.filter((name) => !last.opened.includes(name))
  const below = last.stack.filter((name) => last.opened.includes(name) && opened.includes(name))
  const stack = added.length > 0 ? [...below, ...added] : last.stack
  setLast({ opened, stack })
  return stack
}
