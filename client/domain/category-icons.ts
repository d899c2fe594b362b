import { type LucideIcon, Megaphone, MessagesSquare, Palette } from 'lucide-react'
import type { ResourceCategory } from '#contract/resources/categories.ts'

export const categoryIcons: Record<ResourceCategory, LucideIcon> = {
  activation: Megaphone,
  creative: Palette,
  training: MessagesSquare,
}
