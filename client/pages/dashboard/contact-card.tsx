import { MessageCircle } from 'lucide-react'
import { openChat } from '#client/domain/open-chat.ts'
import { Button } from '#client/ui/button.tsx'
import { LogoMark } from '#client/ui/logo-mark.tsx'

/** The contact of partners, which is the team as a whole. Partners do not see the members of the team. */
export function ContactCard() {
  return (
    <section
      aria-label="Your contact"
      className="flex items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 sm:px-5"
    >
      <LogoMark />
      <div className="min-w-0 flex-1">
        <h2 className="text-15">Partner Team</h2>
        <p className="text-13 text-muted">Here to help</p>
      </div>
      <Button icon={MessageCircle} onClick={openChat}>
        Message
      </Button>
    </section>
  )
}
