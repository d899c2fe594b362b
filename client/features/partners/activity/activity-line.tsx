import {
  CalendarDays,
  Download,
  FilePenLine,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Mail,
  UserRound,
  UsersRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import {
  useActivationDialog,
  useAgreementDialog,
  useResourceDialog,
  useTaskDialog,
} from '#client/domain/opened.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { PartnerActivity } from '#contract/partners/activity.ts'
import type { ActivityKind } from '#contract/partners/activity-kinds.ts'

const icons: Record<ActivityKind, LucideIcon> = {
  profile: UserRound,
  agreements: FilePenLine,
  tasks: ListChecks,
  activations: CalendarDays,
  files: Download,
  emails: Mail,
  people: UsersRound,
  account: KeyRound,
}

/** Returns a function that gives the props of a link to the subject of an entry, or null if the subject is gone. */
export const useSubjectLinks = () => {
  const dialogs = {
    task: useTaskDialog(),
    agreement: useAgreementDialog(),
    activation: useActivationDialog(),
    file: useResourceDialog(),
  }
  return ({ subject }: PartnerActivity) => subject && dialogs[subject.kind].linkTo(subject.id)
}

type ActivityLineProps = {
  activity: PartnerActivity
  link: ReturnType<ReturnType<typeof useSubjectLinks>>
  time: ReactNode
  className: string
}

/** An entry with its icon, its author and its time. A click anywhere on it opens its subject. */
export function ActivityLine({ activity, link, time, className }: ActivityLineProps) {
  const { kind, description, actorName } = activity
  const Icon = icons[kind]
  const lineClassName = classNames('flex items-start gap-3', className)
  const content = (
    <>
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0">
        <span title={description} className="wrap-anywhere line-clamp-3">
          {description}
        </span>
        <span className="wrap-anywhere block text-13 text-muted">
          {/* There is no actor where the portal acted itself or the user was deleted. */}
          {actorName && `${actorName} · `}
          {time}
        </span>
      </span>
    </>
  )
  if (!link) return <div className={lineClassName}>{content}</div>
  return (
    <Link
      {...link}
      className={classNames(lineClassName, 'hover:bg-sunken/60 focus-visible:-outline-offset-2')}
    >
      {content}
    </Link>
  )
}
