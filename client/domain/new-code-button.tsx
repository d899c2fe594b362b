import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'

// An email usually takes this long. Whoever asks sooner has two codes, of which the first no longer works.
const waitSeconds = 20

/** Seconds until zero, which begin anew with each `round`. */
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
  /** Counts the codes that were sent; each has to be waited for. */
  round: number
  onSend: () => void
}

/** Sends another code by email. It counts down first, while the last one may still be on its way. */
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
