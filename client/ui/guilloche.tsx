import { useState } from 'react'

const center = 400
const corners = 360

/** The rings of the rosette, from the outermost. Each ring is a wave around the circle, repeated with a small rotation. */
const rings = [
  { radius: 350, swing: 46, waves: 18, lines: 14 },
  { radius: 245, swing: 64, waves: 12, lines: 18 },
  { radius: 130, swing: 58, waves: 8, lines: 18 },
]

type Ring = (typeof rings)[number]

function linePath({ radius, swing, waves, lines }: Ring, line: number): string {
  const turn = (line / lines) * 2 * Math.PI
  const path = Array.from({ length: corners }, (_, corner) => {
    const angle = (corner / corners) * 2 * Math.PI
    const reach = radius + swing * Math.sin(waves * angle + turn)
    const x = center + reach * Math.cos(angle)
    const y = center + reach * Math.sin(angle)
    return `${x.toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${path.join('L')}Z`
}

const drawRosette = () =>
  rings.flatMap((ring) => Array.from({ length: ring.lines }, (_, line) => linePath(ring, line))).join('')

/** A fine rosette like those engraved on certificates, in the accent color. */
export function Guilloche({ className }: { className?: string }) {
  const [rosette] = useState(drawRosette)
  return (
    <svg aria-hidden="true" viewBox="0 0 800 800" fill="none" className={className}>
      <path d={rosette} strokeWidth="1" vectorEffect="non-scaling-stroke" className="stroke-accent" />
    </svg>
  )
}
