import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from '#client/ui/class-names.ts'
import { followLead } from '#client/ui/follow-lead.ts'
import { LeavingNote, useLeaving } from '#client/ui/leaving-rows.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { useStepsLink } from '#client/ui/opened-steps.tsx'
import { PartnerLink } from '../partner-link.tsx'
import type { RowPartner } from './rows.ts'

type LinkProps = { href: string; state?: unknown }

// In a wide list, the row uses the list's columns. In a narrow list, badges and actions wrap below the text if they do not fit.
const rowClassName =
  'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 @lg:col-span-full @lg:grid @lg:grid-cols-subgrid @lg:gap-x-0 sm:px-5 ' +
  '@lg:group-data-dense/rows:min-h-11 @lg:group-data-dense/rows:py-0.5'
// The text takes the rest of a line that it shares with badges and actions.
const textClassName =
  'min-w-0 grow-999 @lg:group-data-dense/rows:flex @lg:group-data-dense/rows:flex-wrap @lg:group-data-dense/rows:items-baseline @lg:group-data-dense/rows:gap-x-3'
const asideClassName = 'flex grow flex-wrap items-center justify-end gap-2 @lg:contents'
const badgesClassName = 'mr-auto flex flex-wrap gap-2 @lg:col-start-2 @lg:mr-0 @lg:ml-4 @lg:justify-end'
const actionsClassName = 'flex gap-2 @lg:col-start-3 @lg:ml-4 @lg:justify-end'

type RowProps = {
  /** The id of the element, so that code can focus the row. */
  id: string
  title: string
  /** The link of the row, which covers the whole row. */
  link?: LinkProps | undefined
  details: ReactNode
  badges?: ReactNode
  actions?: ReactNode
  /** Whether badges and actions are always below the text on a phone, for rows whose actions appear and disappear. */
  stacked?: boolean
}

/** One row of a RowSection. Code can focus the row, because its focused button may disappear, and links above the lists lead to the row. */
export function Row({ id, title, link, details, badges, actions, stacked = false }: RowProps) {
  const leaving = useLeaving()
  return (
    <li
      id={id}
      data-row-id={id}
      tabIndex={-1}
      {...(link && { onClick: followLead })}
      className={classNames(
        rowClassName,
        link && 'cursor-pointer hover:bg-sunken/60',
        'scroll-mt-20 focus:bg-accent-soft focus-visible:-outline-offset-2',
      )}
    >
      <div className={classNames(textClassName, stacked ? 'basis-full' : 'basis-40')}>
        <h3 id={`${id}-title`} data-lead className="wrap-anywhere font-medium text-15">
          {link ? <RowLink link={link}>{title}</RowLink> : title}
        </h3>
        <p className="wrap-anywhere text-13 text-muted">{details}</p>
      </div>
      <div className={asideClassName}>
        {badges && !leaving && <div className={badgesClassName}>{badges}</div>}
        {leaving ? (
          <div className={actionsClassName}>
            <LeavingNote row={leaving} describedBy={`${id}-title`} />
          </div>
        ) : (
          actions && <div className={actionsClassName}>{actions}</div>
        )}
      </div>
    </li>
  )
}

const RowLink = ({ link, children }: { link: LinkProps; children: string }) => (
  <Link {...useStepsLink(link)} className="rounded-mark hover:underline">
    {children}
  </Link>
)

/** A placeholder as high as a row whose text does not wrap. */
export function RowSkeleton({ stacked = false }: { stacked?: boolean | undefined }) {
  return (
    <li className={rowClassName}>
      <TextSkeleton className={classNames(textClassName, stacked ? 'basis-full' : 'basis-40')} />
      <div className={asideClassName}>
        <div className={badgesClassName}>
          <Skeleton className="h-6 w-20 rounded-full" />
        </div>
        {stacked && (
          <div className={actionsClassName}>
            <Skeleton className="h-8 w-40 touch:h-11" />
          </div>
        )}
      </div>
    </li>
  )
}

/** A placeholder for a title and its details, with the same height. */
export function TextSkeleton({ className }: { className: string }) {
  return (
    <div className={className}>
      <div className="flex h-6 items-center">
        <Skeleton className="h-3.5 w-3/5" />
      </div>
      <div className="flex h-5 items-center">
        <Skeleton className="h-3 w-2/5" />
      </div>
    </div>
  )
}

/** The partner that a row belongs to, shown after the other details in lists with rows of several partners. */
export function RowPartnerName({ partner }: { partner: RowPartner | undefined }) {
  if (!partner) return null
  return (
    <>
      {' · '}
      <PartnerLink
        partnerId={partner.id}
        title={`${partner.fullName}, ${partner.businessName}`}
        // The name is positioned above the row's link, so that it can be clicked.
        className="relative rounded-mark hover:underline touch:py-3"
      >
        <span className="text-ink">{partner.fullName}</span>, {partner.businessName}
      </PartnerLink>
    </>
  )
}
