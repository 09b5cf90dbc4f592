import type { LucideIcon } from 'lucide-react'

/** One icon of the one family, in the colour of the text around it. Decoration: the name stands beside it or on its button. */
export function Icon({
  of: Shape,
  size = 16,
  className,
}: {
  readonly of: LucideIcon
  /** CSS pixels. */
  readonly size?: number
  readonly className?: string | undefined
}) {
  return (
    <Shape
      size={size}
      strokeWidth={1.7}
      absoluteStrokeWidth={false}
      aria-hidden="true"
      focusable="false"
      className={className ?? ''}
    />
  )
}
