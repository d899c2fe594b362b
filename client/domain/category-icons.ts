import type { LucideIcon } from 'lucide-react'
import Megaphone from 'lucide-react/icons/megaphone'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Palette from 'lucide-react/icons/palette'
import type { ResourceCategory } from '#contract/resources/categories.ts'

export const categoryIcons: Record<ResourceCategory, LucideIcon> = {
  activation: Megaphone,
  creative: Palette,
  training: MessagesSquare,
}
