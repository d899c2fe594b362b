import { Download } from 'lucide-react'
import { Fragment, useState } from 'react'
import { formatSize } from '#client/lib/format.ts'
import { classNames } from '#client/ui/class-names.ts'
import { FileIcon } from '#client/ui/file-icon.tsx'
import type { ChatFile, ChatMessage } from '#contract/chat/messages.ts'
import { previewOf } from '#contract/files/file-types.ts'
import { findLinks } from './find-links.ts'

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

/** Plain text, never markup, in which web addresses are links. */
export function LinkedText({ text }: { text: string }) {
  let position = 0
  return findLinks(text).map(({ text, href }) => {
    position += text.length
    if (href === null) return <Fragment key={position}>{text}</Fragment>
    return (
      <a
        key={position}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        className="underline underline-offset-2 focus-visible:outline-current"
      >
        {text}
      </a>
    )
  })
}

/** Shows a picture, and names any other file. Files that the browser can show open in another tab. */
function FileBubble({ file, isOwn }: { file: ChatFile; isOwn: boolean }) {
  const { fileName, fileType, fileSize } = file
  const preview = previewOf(fileType)
  const [isBroken, setBroken] = useState(false)
  const isPicture = preview === 'picture' && !isBroken
  const address = `/api/chat/files/${file.filePath}`
  return (
    <a
      href={preview ? address : `${address}?download`}
      {...(preview ? { target: '_blank', rel: 'noopener' } : { download: fileName })}
      title={fileName}
      className={classNames(
        isOwn && 'ml-auto',
        'w-fit rounded-card',
        isPicture
          ? 'block overflow-clip'
          : 'flex min-w-0 max-w-full items-center gap-2.5 border border-control bg-surface px-3 py-2 hover:bg-sunken',
      )}
    >
      {isPicture ? (
        // With a fixed size, the messages do not move when the picture loads.
        <img
          src={address}
          alt={fileName}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(true)}
          className="h-36 w-48 max-w-full border border-line bg-sunken object-cover"
        />
      ) : (
        <>
          <FileIcon fileType={fileType} />
          <span className="min-w-0">
            <span className="block truncate font-medium text-13">{fileName}</span>
            <span className="block text-12 text-muted">
              {fileType.toUpperCase()}, {formatSize(fileSize)}
            </span>
          </span>
          {!preview && <Download aria-hidden className="size-4 shrink-0 text-muted" />}
        </>
      )}
    </a>
  )
}
