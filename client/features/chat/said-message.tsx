import type { ChatMessage } from '#contract/chat/messages.ts'
import { FileBubble } from './file-bubble.tsx'
import { MessageBubble } from './message-bubble.tsx'

/** Its words and its file. Of a file that came without a word, the message is its name. */
export function SaidMessage({ message: { message, file }, isOwn }: { message: ChatMessage; isOwn: boolean }) {
  return (
    <>
      {file && <FileBubble file={file} isOwn={isOwn} />}
      {message !== file?.fileName && <MessageBubble text={message} isOwn={isOwn} />}
    </>
  )
}
