import { lazyPart } from '#client/ui/lazy-part.tsx'
import { NothingYet } from '#client/ui/not-loaded.tsx'

/** The question to staff about terms that could not be read. Partners never load it. */
export const AskedTerms = lazyPart(
  async () => ({ default: (await import('#client/features/obligations/term-questions.tsx')).TermQuestions }),
  NothingYet,
)
