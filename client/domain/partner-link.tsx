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

/** The name of a partner, for staff: it opens all about them, with the partners of its list before and after. */
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

/** The partners of the list that a link is in, each once. */
const partnersAround = (link: HTMLElement) => {
  const links = link.closest('table, ul, ol')?.querySelectorAll<HTMLElement>('[data-partner]') ?? []
  return [...new Set([...links].map(({ dataset }) => dataset.partner))]
}
