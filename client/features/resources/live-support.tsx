import MessageCircle from 'lucide-react/icons/message-circle'
import { openChat } from '#client/domain/open-chat.ts'
import { Button } from '#client/ui/button.tsx'

/** Where the files do not answer a question, people do. */
export function LiveSupport() {
  return (
    <div className="border-line border-t px-4 pt-4 pb-3 sm:px-5">
      <h3 className="text-13 text-muted">Live Support</h3>
      <div className="flex min-h-11 flex-wrap items-center gap-3">
        <MessageCircle aria-hidden className="size-5 shrink-0 text-accent" />
        <span className="min-w-0 flex-1 font-medium">Live Chat with Partner Team</span>
        <Button size="small" onClick={openChat}>
          Start Chat
        </Button>
      </div>
    </div>
  )
}
