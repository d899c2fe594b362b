import type { PersonalData } from '#server/personal-data/personal-data.ts'

// The words about the files begin in this column.
const column = 23
const indented = `\n${' '.repeat(column)}`

/** The names of a file or several, each on its line, and what they have beside the last name or below it. */
const aboutFile = ([names, words]: [string, string]) => {
  const last = names.split('\n').at(-1) ?? ''
  const gap = last.length < column ? ' '.repeat(column - last.length) : indented
  return names + gap + words.replaceAll('\n', indented)
}

/** The first file of the archive: what is in it. */
export const readmeText = (
  { companyName, email, at }: { companyName: string; email: string; at: Date },
  personalData: PersonalData[],
) =>
  `Your data in the Partner Portal of ${companyName}

For ${email}, made on ${at.toISOString()}. All times are in UTC. A file is only here if there is something in it.

${personalData
  .flatMap(({ files = {} }) => Object.entries(files))
  .map(aboutFile)
  .join('\n')}
NOT INCLUDED.txt       files that have not been found free of viruses

Members of the team appear as "Partner team". What staff changed, as the audit log has it, is not part of this file: it is kept
as evidence and names other people.
`
