import { FolderOpen, House, type LucideIcon, Mail, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useCurrentUser } from '#client/domain/current-user.ts'
import { openChat } from '#client/domain/open-chat.ts'
import { useOwnDocuments } from './queries.ts'

type SignedMomentProps = {
  title: string
  /** Whether the title takes the focus: if the agreement was just signed, the focused button is gone. */
  takesFocus?: boolean
  children?: ReactNode
}

const focusTitle = (title: HTMLElement | null) => title?.focus()

/** Shown after the last signature: where the copies are, what to do first, and whom to ask. */
export function SignedMoment({ title, takesFocus = false, children }: SignedMomentProps) {
  return (
    <section
      aria-labelledby="signed-moment"
      className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 sm:p-5"
    >
      <h2
        id="signed-moment"
        ref={takesFocus ? focusTitle : undefined}
        tabIndex={-1}
        className="w-fit scroll-mt-20 rounded-mark text-20"
      >
        {title}
      </h2>
      <FirstSteps />
      {children}
    </section>
  )
}

/** A list that says where the copies are, what to do first, and whom to ask. */
export function FirstSteps() {
  const { data: user } = useCurrentUser()
  const { data: documents } = useOwnDocuments()
  const isMailed = documents?.some(({ evidence }) => evidence)
  return (
    <ul className="grid grid-cols-1 gap-3">
      {user && isMailed && (
        <Step icon={Mail}>
          We email each signed copy to <span className="font-medium">{user.email}</span>.
        </Step>
      )}
      <Step icon={House}>
        First, see your tasks and dates on the{' '}
        <Link href="/" className="text-link">
          dashboard
        </Link>
        .
      </Step>
      <Step icon={FolderOpen}>
        Then take a look at the{' '}
        <Link href="/resources" className="text-link">
          materials for your event
        </Link>
        .
      </Step>
      <Step icon={MessageCircle}>
        The Partner Team is your contact.{' '}
        <button type="button" onClick={openChat} className="rounded-mark text-link touch:min-h-11">
          Message us
        </button>{' '}
        anytime.
      </Step>
    </ul>
  )
}

function Step({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
      <p className="wrap-anywhere min-w-0">{children}</p>
    </li>
  )
}
