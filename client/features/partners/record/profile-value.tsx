import { webLinkOf } from '#client/lib/web-address.ts'
import { Wrapping } from '#client/ui/row-text.tsx'
import type { ProfileField } from '#contract/partners/profile-fields.ts'
import { profileText } from '../profile-text.ts'

export const NotProvided = () => <span className="text-muted">Not provided</span>

/** A value of the profile, shown by its kind: addresses and phone numbers are links. */
export function ProfileValue({ kind, value }: { kind: ProfileField['kind']; value: string | null }) {
  if (!value) return <NotProvided />
  const href = linkOf[kind]?.(value)
  if (!href) return profileText(kind, value)
  return (
    <a
      href={href}
      className="text-link touch:py-3"
      {...(kind === 'web-address' && { target: '_blank', rel: 'noopener noreferrer' })}
    >
      {kind === 'web-address' ? webLinkOf(value)?.text : <Wrapping>{value}</Wrapping>}
    </a>
  )
}

const linkOf: Partial<Record<ProfileField['kind'], (value: string) => string | null>> = {
  // An address may contain characters with a meaning in links: `?` would begin the query.
  email: (value) => `mailto:${encodeURIComponent(value).replaceAll('%40', '@')}`,
  phone: (value) => {
    const number = value.replace(/[^\d+]/g, '')
    return number && `tel:${number}`
  },
  'web-address': (value) => webLinkOf(value)?.href ?? null,
}
