import { opensAsPage } from '#client/lib/web-address.ts'

type LinkProps = { to: string | null }

export function EmailLink({ to }: LinkProps) {
  if (!to) return null
  // An address may hold what would end it: `?` begins the subject of the letter.
  const address = encodeURIComponent(to).replaceAll('%40', '@')
  return (
    <a href={`mailto:${address}`} className="text-link">
      {to}
    </a>
  )
}

export function PhoneLink({ to }: LinkProps) {
  if (!to) return null
  const number = to.replace(/[^\d+]/g, '')
  if (!number) return to
  return (
    <a href={`tel:${number}`} className="text-link">
      {to}
    </a>
  )
}

/** A page of somebody else's, in a tab of its own; as mere text where the address would open none. */
export function PageLink({ to }: LinkProps) {
  if (!to) return null
  if (!opensAsPage(to)) return to
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" className="text-link">
      {to}
    </a>
  )
}
