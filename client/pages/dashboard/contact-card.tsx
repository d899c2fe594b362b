import { MessageCircle } from 'lucide-react'
import { openChat } from '#client/domain/open-chat.ts'
import { initials, splitName } from '#client/domain/person-name.ts'
import { useOwnManager } from '#client/features/partners/manager/queries.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { LogoMark } from '#client/ui/logo-mark.tsx'

/** The contact of a partner: the partner manager, or the team as a whole. Partners see no other member of the team. */
export function ContactCard() {
  const manager = useOwnManager().data?.manager
  return (
    <section
      aria-label="Your contact"
      className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 sm:px-5"
    >
      {manager ? (
        <Avatar src={manager.profileImageUrl} initials={initials(splitName(manager.name))} />
      ) : (
        <LogoMark />
      )}
      <div className="min-w-0 flex-1">
        <h2 className="wrap-anywhere text-15">{manager?.name ?? 'Partner Team'}</h2>
        <p className="text-13 text-muted">{manager ? 'Your partner manager' : 'Here to help'}</p>
      </div>
      <Button icon={MessageCircle} onClick={openChat}>
        Message
      </Button>
    </section>
  )
}
