import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from '#client/ui/class-names.ts'
import { usePartnerDialog } from './opened.ts'

type PartnerLinkProps = {
  partnerId: string
  title?: string
  'aria-label'?: string
  className?: string
  children: ReactNode
}

/** A link with the name of a partner, for staff. It opens the partner's dialog, which can move to the other partners of the list. */
export function PartnerLink({
  partnerId,
  className = 'rounded-mark hover:underline touch:py-3',
  ...link
}: PartnerLinkProps) {
  const dialog = usePartnerDialog()

  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault()
    dialog.open(partnerId, { among: partnersAround(event.currentTarget) })
  }

  return (
    <Link
      {...dialog.linkTo(partnerId)}
      {...link}
      data-partner={partnerId}
      onClick={handleClick}
      className={classNames(className)}
    />
  )
}

/** Returns the ids of the partners in the list that contains a link, without duplicates. */
const partnersAround = (link: HTMLElement) => {
  const links = link.closest('table, ul, ol')?.querySelectorAll<HTMLElement>('[data-partner]') ?? []
  return [...new Set([...links].map(({ dataset }) => dataset.partner))]
}
