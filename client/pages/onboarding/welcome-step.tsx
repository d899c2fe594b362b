import {
  Contact,
  FilePenLine,
  House,
  type LucideIcon,
  Megaphone,
  Palette,
  ShieldCheck,
  UserRound,
} from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'

type Item = { icon: LucideIcon; text: string }

const tasks: Item[] = [
  { icon: UserRound, text: 'Your partner profile' },
  { icon: ShieldCheck, text: 'NDA signature' },
  { icon: FilePenLine, text: 'Partner contract signature' },
]

const benefits: Item[] = [
  { icon: Megaphone, text: 'Marketing materials and toolkits' },
  { icon: Palette, text: 'Brand assets and creative files' },
  { icon: Contact, text: 'A team contact' },
  { icon: House, text: 'A home page with resource access and a communication tool' },
]

/** The first step, which describes what the partner will do and what they will get. */
export function WelcomeStep({ onStart }: { onStart: () => void }) {
  return (
    <Card title="Welcome to the Partner Portal">
      <p className="max-w-[65ch] text-muted">
        Tell us about your business and sign two agreements, and you can use the whole portal. It takes about
        ten minutes. You can stop and continue later.
      </p>
      <div className="mt-6 grid gap-6 border-line border-t pt-6 sm:grid-cols-2 sm:gap-8">
        <List heading="What you will complete" items={tasks} />
        <List heading="What you get access to" items={benefits} />
      </div>
      <Button variant="primary" size="large" onClick={onStart} className="mt-8 max-sm:w-full">
        Start Onboarding
      </Button>
    </Card>
  )
}

function List({ heading, items }: { heading: string; items: Item[] }) {
  return (
    <div>
      <h3 className="text-15">{heading}</h3>
      <ul className="mt-3 grid gap-3">
        {items.map(({ icon: Icon, text }) => (
          <li key={text} className="flex gap-3">
            <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}
