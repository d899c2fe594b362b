import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { notAVerificationCode, readVerificationCode } from '#contract/verification.ts'
import { checkFile } from './check-file.ts'
import { lookUpCode } from './find-agreement.ts'
import type { Outcome } from './outcome.ts'

/** What is checked, as the result names it. */
export type Subject = { file: Pick<File, 'name' | 'size'> } | { code: string } | null

export type Verification =
  | { step: 'start' }
  | { step: 'checking'; subject: Subject }
  | { step: 'done'; subject: Subject; outcome: Outcome; retry: () => void }

const codeInAddress = () => new URLSearchParams(location.search).get('code')?.slice(0, 64) ?? ''

/** Gives the page another address. Back leads to the one before, unless it is the same one as it was typed. */
const goTo = (code: string | null, how: 'pushState' | 'replaceState' = 'pushState') => {
  const search = code === null ? '' : `?${new URLSearchParams({ code })}`
  if (location.search !== search) history[how](null, '', location.pathname + search)
}

/**
 * What the page checks, a file or a code, and what has come of it. The code stands in the address: its check begins again with a reload, Back
 * and Forward.
 */
export const useVerification = () => {
  const [code, setCode] = useState(codeInAddress)
  const [codeError, setCodeError] = useState<string>()
  const [verification, setVerification] = useState<Verification>({ step: 'start' })
  const newestRun = useRef(0)

  const run = async (subject: Subject, check: () => Promise<Outcome>) => {
    newestRun.current += 1
    const ownRun = newestRun.current
    setCodeError(undefined)
    setVerification({ step: 'checking', subject })
    const outcome = await check()
    // Another one has begun meanwhile.
    if (ownRun !== newestRun.current) return
    setVerification({ step: 'done', subject, outcome, retry: () => run(subject, check) })
  }

  const reset = () => {
    newestRun.current += 1
    setVerification({ step: 'start' })
  }

  const checkCode = (typed: string, how?: 'replaceState') => {
    const read = readVerificationCode(typed)
    if (read === undefined) {
      reset()
      setCodeError(notAVerificationCode)
      return false
    }
    setCode(read)
    goTo(read, how)
    run({ code: read }, () => lookUpCode(read))
    return true
  }

  const handleAddress = useEffectEvent(() => {
    const typed = codeInAddress()
    setCode(typed)
    setCodeError(undefined)
    if (typed) checkCode(typed, 'replaceState')
    else reset()
  })
  useEffect(() => {
    if (codeInAddress()) handleAddress()
    const handlePop = () => handleAddress()
    addEventListener('popstate', handlePop)
    return () => removeEventListener('popstate', handlePop)
  }, [])

  return {
    verification,
    code,
    codeError,
    setCode: (typed: string) => {
      setCode(typed)
      setCodeError(undefined)
    },
    /** Answers whether it is a code. */
    checkCode: (typed: string) => checkCode(typed),
    /** Of several files none is checked. */
    checkFiles: ([file, ...others]: File[]) => {
      if (!file) return
      goTo(null)
      setCode('')
      if (others.length > 0) return run(null, async () => ({ kind: 'several' }))
      return run({ file }, () => checkFile(file))
    },
    refuseFolder: () => {
      goTo(null)
      return run(null, async () => ({ kind: 'folder' }))
    },
  }
}
