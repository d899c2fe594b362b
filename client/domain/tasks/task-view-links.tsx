import { ViewLinks } from '#client/ui/view-links.tsx'

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
  const views = names.map((name) => ({
    label: labels[name],
    href: hrefs[name] ?? addressOf(name),
    isChosen: name === chosen,
  }))
  return <ViewLinks views={views} from="xl" />
}
