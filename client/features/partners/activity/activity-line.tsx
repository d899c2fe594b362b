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
  return ({ subject }: Pick<PartnerActivity, 'subject'>) =>
    subject && dialogs[subject.kind].linkTo(subject.id)
}

type LineProps = {
  link: { href: string; state?: unknown; replace?: boolean } | null
  time: ReactNode
  className: string
}

/** An entry with its icon, its author and its time. A click anywhere on it opens its subject. */
export function ActivityLine({ activity, ...line }: LineProps & { activity: PartnerActivity }) {
  const { kind, description, actorName } = activity
  return <EntryLine icon={icons[kind]} text={description} actorName={actorName} {...line} />
}

type EntryLineProps = LineProps & {
  icon: LucideIcon
  text: string
  actorName: string | null
  /** What follows at the end of the line. */
  end?: ReactNode
}

/** A line of the activity, or of another list of what happened. */
export function EntryLine({ icon: Icon, text, actorName, link, time, end, className }: EntryLineProps) {
  const lineClassName = classNames('flex items-start gap-3', className)
  const content = (
    <>
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="min-w-0 flex-1">
        <span title={text} className="wrap-anywhere line-clamp-3">
          {text}
        </span>
        <span className="wrap-anywhere block text-13 text-muted">
          {/* There is no actor where the portal acted itself or the user was deleted. */}
          {actorName && `${actorName} · `}
          {time}
        </span>
      </span>
      {end}
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
