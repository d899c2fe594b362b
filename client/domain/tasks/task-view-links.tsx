import { useLocation } from 'wouter'
import { Select } from '#client/ui/field.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'

const labels = {
  list: 'List',
  board: 'Board',
  shared: 'For several',
  recurring: 'Recurring',
  templates: 'Templates',
  sets: 'Sets',
}
export type TaskViewName = keyof typeof labels
const names = Object.keys(labels) as TaskViewName[]

const addressOf = (name: TaskViewName) => {
  if (name === 'shared') return '/admin?tab=tasks&shared=only'
  return `/admin?tab=tasks${name === 'list' ? '' : `&view=${name}`}`
}

type TaskViewLinksProps = {
  chosen: TaskViewName
  /** The addresses of views that preserve the current filters. */
  hrefs?: Partial<Record<TaskViewName, string>>
}

/** The views of the Tasks tab: the tasks, and the plans that create tasks. Only a wide screen has room for links next to the title. */
export function TaskViewLinks({ chosen, hrefs = {} }: TaskViewLinksProps) {
  const [, navigate] = useLocation()
  const hrefOf = (name: TaskViewName) => hrefs[name] ?? addressOf(name)
  return (
    <>
      <div className="max-xl:hidden">
        <FilterLinks
          label="View"
          choices={names.map((name) => ({
            label: labels[name],
            href: hrefOf(name),
            isChosen: name === chosen,
          }))}
        />
      </div>
      <div className="w-36 xl:hidden">
        <Select
          aria-label="View"
          value={chosen}
          onChange={({ target }) => navigate(hrefOf(target.value as TaskViewName))}
        >
          {names.map((name) => (
            <option key={name} value={name}>
              {labels[name]}
            </option>
          ))}
        </Select>
      </div>
    </>
  )
}
