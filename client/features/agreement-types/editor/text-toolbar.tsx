import { Braces, ChevronDown, Redo2, Undo2 } from 'lucide-react'
import { redo, undo } from 'prosemirror-history'
import type { Command } from 'prosemirror-state'
import { modifierName } from '#client/lib/modifier-name.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Menu, MenuItem } from '#client/ui/menu.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import type { FieldLabels } from './field-labels.ts'
import { type Choice, choices, choose, isChosen } from './kinds.ts'
import type { Written } from './numbers.ts'

const common = choices.slice(0, 4)
const others = choices.slice(4)

const keysOf = ({ key }: Choice, modifier = modifierName()) =>
  key.replace('Mod', modifier).replaceAll('-', '+')

type TextToolbarProps = {
  /** The block with the cursor. */
  block: Written
  labels: FieldLabels
  isFieldMenuOpen: boolean
  onFieldMenu: (open: boolean) => void
  onInsert: (name: string) => void
  /** Runs a command in the text, and moves the focus there. */
  onCommand: (command: Command) => void
  /** Returns the element that has the focus after a menu. */
  finalFocus: () => HTMLElement | null
}

/** The kinds of paragraphs, the fields of the text, and undo. */
export function TextToolbar(props: TextToolbarProps) {
  const { block, labels, isFieldMenuOpen, onFieldMenu, onInsert, onCommand, finalFocus } = props
  const other = others.find((choice) => isChosen(choice, block))
  return (
    <fieldset
      aria-label="Kind of paragraph"
      className="sticky top-(--header) z-10 flex flex-wrap gap-1 border-line border-b bg-sunken p-1.5 max-sm:gap-0 max-sm:p-0.5"
    >
      {common.map((choice) => (
        <Tooltip key={choice.name} content={keysOf(choice)}>
          <ToolButton
            aria-pressed={isChosen(choice, block)}
            aria-keyshortcuts={keysOf(choice, modifierName() === '⌘' ? 'Meta' : 'Control')}
            onClick={() => onCommand(choose(choice))}
          >
            {choice.name}
          </ToolButton>
        </Tooltip>
      ))}
      <Menu
        finalFocus={finalFocus}
        trigger={
          <ToolButton aria-pressed={other !== undefined}>
            {other?.name ?? 'More kinds'}
            <ChevronDown aria-hidden className="size-4" />
          </ToolButton>
        }
      >
        {others.map((choice) => (
          <MenuItem key={choice.name} onSelect={() => onCommand(choose(choice))}>
            {choice.name}
            <span className="ml-auto pl-4 text-13 text-muted">{keysOf(choice)}</span>
          </MenuItem>
        ))}
      </Menu>
      <Menu
        open={isFieldMenuOpen}
        onOpenChange={onFieldMenu}
        finalFocus={finalFocus}
        trigger={<ToolButton icon={Braces}>Insert field</ToolButton>}
      >
        <div className="max-h-80 overflow-y-auto">
          {Array.from(labels, ([name, label]) => (
            <MenuItem key={name} onSelect={() => onInsert(name)}>
              {label}
            </MenuItem>
          ))}
        </div>
      </Menu>
      <span className="ml-auto flex">
        <IconButton icon={Undo2} label="Undo" onClick={() => onCommand(undo)} />
        <IconButton icon={Redo2} label="Redo" onClick={() => onCommand(redo)} />
      </span>
    </fieldset>
  )
}

function ToolButton({ className, ...props }: React.ComponentProps<typeof Button>) {
  return (
    <Button
      size="small"
      variant="quiet"
      // The text keeps the focus and the selection when the mouse presses the button.
      onMouseDown={(event) => event.preventDefault()}
      {...props}
      className={classNames('max-sm:px-2 aria-pressed:bg-accent-soft aria-pressed:text-accent', className)}
    />
  )
}
