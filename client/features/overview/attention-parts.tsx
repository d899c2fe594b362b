import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { useStepsLink } from '#client/ui/opened-steps.tsx'
import type { LinkProps } from './attention-line.tsx'

/** The title of a line whose button does not open what it is about. */
export function TitleLink(props: LinkProps & { children: ReactNode }) {
  const { children, ...link } = props
  return (
    <Link {...useStepsLink(link)} className="rounded-mark hover:underline touch:py-3">
      {children}
    </Link>
  )
}

type WhoseProps = { of: { id: string; businessName: string }; isOfOne: boolean }

/** The partner of an item, in front of more about it; nothing where all items are of one partner. */
export function Whose({ of, isOfOne }: WhoseProps) {
  if (isOfOne) return null
  return (
    <First>
      <PartnerLink partnerId={of.id}>{of.businessName}</PartnerLink>
    </First>
  )
}

/** The first part of a note. On a phone it has a line of its own, so that the rest, such as the date, is not cut. */
export function First({ children }: { children: ReactNode }) {
  return (
    <span className="max-sm:block max-sm:truncate">
      {children}
      <span className="max-sm:hidden">{' · '}</span>
    </span>
  )
}
