import { useQuery } from '@tanstack/react-query'
import { CalendarSync, Copy } from 'lucide-react'
import { useId, useRef } from 'react'
import { Day } from '#client/domain/day.tsx'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { question } from '#client/ui/question.tsx'
import type { CalendarFeed as Feed } from '#contract/calendar.ts'
import { useCreateFeed, useRemoveFeed } from './mutations.ts'

/** The private address of the user's calendar, for their calendar program. */
export function CalendarFeed({ isForStaff }: { isForStaff: boolean }) {
  const id = useId()
  const regionRef = useRef<HTMLElement>(null)
  // Creating or removing the address removes the button that had the focus.
  const focusRegion = () => regionRef.current?.focus()
  const query = useQuery({ ...readOf('/api/calendar/feed'), ...notInEventStream })
  return (
    <section
      ref={regionRef}
      tabIndex={-1}
      aria-labelledby={id}
      className="grid grid-cols-1 gap-4 outline-none"
    >
      <div>
        <h3 id={id} className="text-15">
          Your calendar address
        </h3>
        <p className="mt-1 text-13 text-muted">
          {`${isForStaff ? 'All activations, tasks for several partners and the tasks you own, in your own calendar.' : 'Your activations and due dates in your own calendar.'} Subscribe to this address in Google Calendar, Outlook or Apple Calendar. Changes show up within hours.`}
        </p>
      </div>
      <QueryState query={query} failure={{ title: 'Your calendar address could not be loaded' }}>
        {({ feed }) =>
          feed ? <Address feed={feed} onRemoved={focusRegion} /> : <NoAddress onCreated={focusRegion} />
        }
      </QueryState>
    </section>
  )
}

function NoAddress({ onCreated }: { onCreated: () => void }) {
  const { mutate: create, isPending } = useCreateFeed('Address created', onCreated)
  return (
    <Button variant="primary" pending={isPending} onClick={() => create()} className="justify-self-start">
      Create address
    </Button>
  )
}

const copy = async (url: string) => {
  try {
    await navigator.clipboard.writeText(url)
    toast({ title: 'Address copied', tone: 'positive' })
  } catch {
    // Pages without https have no clipboard, and users can forbid its use.
    toast({ title: 'Error', description: 'Could not copy. Select the address and copy it.', tone: 'danger' })
  }
}

function Address({ feed: { url, createdAt }, onRemoved }: { feed: Feed; onRemoved: () => void }) {
  const { mutate: renew, isPending: isRenewing } = useCreateFeed('Address renewed')
  const { mutate: remove, isPending: isRemoving } = useRemoveFeed(onRemoved)
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <Field label="Private address">
            <TextInput readOnly value={url} onFocus={({ target }) => target.select()} className="font-mono" />
          </Field>
        </div>
        <Button icon={Copy} onClick={() => copy(url)}>
          Copy
        </Button>
      </div>
      <p className="text-13 text-muted">
        Anyone with this address can read your calendar. Renew it if someone else has it. Created{' '}
        <Day at={createdAt} />.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button icon={CalendarSync} asChild variant="primary">
          <a href={url.replace(/^https?:/, 'webcal:')}>Open in calendar app</a>
        </Button>
        <Button
          pending={isRenewing}
          opens={question({
            title: 'Renew your calendar address?',
            description: 'The current address stops working immediately. Subscribe again with the new one.',
            confirmLabel: 'Renew',
            tone: 'primary',
            onConfirm: renew,
          })}
        >
          Renew
        </Button>
        <Button
          pending={isRemoving}
          opens={question({
            title: 'Remove your calendar address?',
            description: 'It stops working immediately, and calendars subscribed to it no longer update.',
            confirmLabel: 'Remove',
            onConfirm: remove,
          })}
        >
          Remove
        </Button>
      </div>
    </div>
  )
}
