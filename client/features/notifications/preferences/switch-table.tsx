import { type ReactNode, useState } from 'react'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { EmailPreferences } from '#contract/notifications/preferences.ts'
import type { NotificationRow } from '#contract/notifications/settings-rows.ts'
import { useSwitch } from './mutations.ts'

type SwitchTableProps = { saved: EmailPreferences; events: NotificationRow[] }

/** A table of events by channels, with a switch for each channel that can notify of the event. */
export function SwitchTable({ saved, events }: SwitchTableProps) {
  const hasDigest = events.some(({ digest }) => digest)
  return (
    <table aria-label="Events and channels" className="w-full border-collapse text-left">
      <thead>
        <tr className="border-line border-b text-13 text-muted">
          <th scope="col" className="h-9 font-medium">
            Event
          </th>
          {['Bell', 'Email', ...(hasDigest ? ['Weekly digest'] : [])].map((channel) => (
            <th key={channel} scope="col" className="w-16 px-1 text-center font-medium leading-4 sm:w-28">
              {channel}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {events.map(({ label, bell, email, digest }) => (
          <tr key={label} className="border-line border-b">
            <th scope="row" className="py-2 pr-2 font-normal">
              {label}
            </th>
            <Cell>
              {bell && (
                <Switch
                  name={`${label} in the bell`}
                  isOn={!saved.bellOff.includes(bell)}
                  changeOf={(isOn) =>
                    ({ bellOff }) => ({ bellOff: withOff(bellOff, bell, !isOn) })}
                />
              )}
            </Cell>
            <Cell>
              {email && (
                <Switch
                  name={label === 'Weekly digest' ? label : `${label} by email`}
                  isOn={saved[email]}
                  changeOf={(isOn) => () => ({ [email]: isOn })}
                />
              )}
            </Cell>
            {hasDigest && (
              <Cell>
                {digest && (
                  <Switch
                    name={`${label} in the weekly digest`}
                    isOn={!saved.digestOff.includes(digest)}
                    isDisabled={!saved.weeklyDigests}
                    changeOf={(isOn) =>
                      ({ digestOff }) => ({ digestOff: withOff(digestOff, digest, !isOn) })}
                  />
                )}
              </Cell>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const withOff = <T,>(off: T[], name: T, isOff: boolean) => [
  ...off.filter((other) => other !== name),
  ...(isOff ? [name] : []),
]

const Cell = ({ children }: { children: ReactNode }) => (
  <td className="h-11 px-1">
    <span className="grid place-items-center">{children}</span>
  </td>
)

type SwitchProps = {
  /** The name of the switch: its event and its channel. */
  name: string
  isOn: boolean
  isDisabled?: boolean
  changeOf: (isOn: boolean) => Parameters<ReturnType<typeof useSwitch>['mutate']>[0]['changeOf']
}

function Switch({ name, isOn, isDisabled, changeOf }: SwitchProps) {
  const { mutate } = useSwitch()
  // The chosen state, until the server has responded.
  const [pressed, setPressed] = useState<boolean>()
  const handleChange = (checked: boolean) => {
    setPressed(checked)
    mutate({ name, isOn: checked, changeOf: changeOf(checked) }, { onSettled: () => setPressed(undefined) })
  }
  return (
    <Checkbox
      label={name}
      hideLabel
      checked={pressed ?? isOn}
      disabled={isDisabled}
      onChange={({ target }) => handleChange(target.checked)}
    />
  )
}
