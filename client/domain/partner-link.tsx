import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classNames } from '#client/ui/class-names.ts'
import { usePartnerDialog } from './opened.ts'

type PartnerLinkProps = { partnerId: string; className?: string; children: ReactNode }

/** The name of a partner, for staff: it opens all about them. */
export function PartnerLink({ partnerId, className, children }: PartnerLinkProps) {
  const dialog = usePartnerDialog()
  return (
    <Link {...dialog.linkTo(partnerId)} className={classNames('rounded-mark hover:underline', className)}>
      {children}
    </Link>
  )
}
