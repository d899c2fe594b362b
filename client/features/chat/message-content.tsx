import { LinkedText } from '#client/domain/linked-text.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import { FileBubble } from './file-bubble.tsx'

type MessageContentProps = { message: ChatMessage; isOwn: boolean }

/** The text and the file of a message. A file sent without text has its name as the message. */
export function MessageContent({ message: { message, file }, isOwn }: MessageContentProps) {
  return (
    <>
      {file && <FileBubble file={file} isOwn={isOwn} />}
      {message !== file?.fileName && <TextBubble text={message} isOwn={isOwn} />}
    </>
  )
}

export function TextBubble({ text, isOwn }: { text: string; isOwn: boolean }) {
  return (
    <p
      className={classNames(
        'w-fit max-w-full whitespace-pre-wrap break-words rounded-card px-3 py-1.5',
        // The border separates the two backgrounds, which are similar in the dark theme.
        isOwn ? 'ml-auto bg-accent text-on-accent' : 'border border-line bg-sunken text-ink',
      )}
    >
      <LinkedText text={text} />
    </p>
  )
}
