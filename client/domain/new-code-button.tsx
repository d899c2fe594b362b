import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'

// An email usually takes this long. A user who requests another code sooner gets two emails, and the first code no longer works.
const waitSeconds = 20

/** Returns the seconds left of a countdown that starts again with each `round`. */
const useCountdown = (round: number) => {
  const [left, setLeft] = useState(waitSeconds)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round begins anew
  useEffect(() => {
    setLeft(waitSeconds)
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1_000)
    return () => clearInterval(timer)
  }, [round])
  return left
}

type NewCodeButtonProps = {
  pending: boolean
  /** The number of codes that were sent; each new code starts the countdown again. */
  round: number
  onSend: () => void
}

/** A button that sends another code by email. It counts down first, because the last email may still be on its way. */
export function NewCodeButton({ pending, round, onSend }: NewCodeButtonProps) {
  const left = useCountdown(round)
  return (
    <Button
      variant="quiet"
      pending={pending}
      disabled={left > 0 && !pending}
      onClick={onSend}
      className="-ml-3.5 tabular-nums"
    >
      {left > 0 ? `Send a new code in ${left} s` : 'Send a new code'}
    </Button>
  )
}
