import { useState } from 'react'
import { modifierName } from '#client/lib/modifier-name.ts'
import { areShortcutsOn, turnShortcuts } from '#client/lib/single-keys.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { Kbd } from '#client/ui/kbd.tsx'
import { listKeys, type Shortcut } from './shortcuts.ts'

/** Lists the shortcuts, and turns single-key shortcuts off and on. */
export default function ShortcutsDialog({
  shortcuts,
  isStaff,
  ...opening
}: DialogOpening & { shortcuts: Shortcut[]; isStaff: boolean }) {
  const [isOn, setOn] = useState(areShortcutsOn)
  const handleTurn = () => {
    turnShortcuts(!isOn)
    setOn(!isOn)
  }
  return (
    <Dialog {...opening} title="Keyboard shortcuts">
      <Checkbox label="Use single-key shortcuts" checked={isOn} onChange={handleTurn} />
      <dl className="mt-4 divide-y divide-line border-line border-y">
        <Row label="Search, from anywhere" keys={[modifierName(), 'K']} />
        {shortcuts.map(({ label, keys }) => (
          <Row key={label} label={label} keys={keys} isOff={!isOn} />
        ))}
      </dl>
      {isStaff && (
        <>
          <h3 className="mt-5 mb-2 text-15">In lists</h3>
          <dl className="divide-y divide-line border-line border-y">
            {listKeys.map(({ label, keys }) => (
              <Row key={label} label={label} keys={keys} isOff={!isOn} />
            ))}
          </dl>
        </>
      )}
      <p className="mt-4 text-13 text-muted">Where two keys are shown, press one after the other.</p>
    </Dialog>
  )
}

function Row({ label, keys, isOff }: { label: string; keys: string[]; isOff?: boolean }) {
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <dt className={isOff ? 'text-muted' : undefined}>{label}</dt>
      <dd>
        <Kbd keys={keys} />
      </dd>
    </div>
  )
}
