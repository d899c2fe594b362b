import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { notAVerificationCode, readVerificationCode } from '#contract/verification-code.ts'
import { checkFile } from './check-file.ts'
import { lookUpCode } from './find-agreement.ts'
import type { Outcome } from './outcome.ts'

/** The file or code that is being checked, as shown in the result. */
export type Subject = { file: Pick<File, 'name' | 'size'> } | { code: string } | null

export type Verification =
  | { step: 'start' }
  | { step: 'checking'; subject: Subject }
  | { step: 'done'; subject: Subject; outcome: Outcome; retry: () => void }

const codeInAddress = () => new URLSearchParams(location.search).get('code')?.slice(0, 64) ?? ''

/** Changes the address of the page. Back returns to the previous address, unless `how` replaces that address. */
const goTo = (code: string | null, how: 'pushState' | 'replaceState' = 'pushState') => {
  const search = code === null ? '' : `?${new URLSearchParams({ code })}`
  if (location.search !== search) history[how](null, '', location.pathname + search)
}

/**
 * The state of the check of a file or a code. The code is in the address, so a reload, Back and Forward repeat its check.
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
    // Ignore the outcome if another check has started in the meantime.
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
    /** Starts the check of a code; returns whether the text is a valid code. */
    checkCode: (typed: string) => checkCode(typed),
    /** Starts the check of a file; refuses several files at once. */
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
