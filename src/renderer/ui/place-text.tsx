import { visibleName } from '../names.ts'

/** `… › House › Bills` of `Home › Documents › House › Bills`: the last two folders say where one is. */
export function shortPlace(place: string): string {
  const folders = place.split(' › ')
  return folders.length > 2 ? ['…', ...folders.slice(-2)].join(' › ') : place
}

/** Where something lies, short; the whole way stands in the tooltip. */
export function PlaceText({
  place,
  path,
  location = null,
  className,
}: {
  readonly place: string
  /** Null where there is none: then the place is told whole. */
  readonly path: string | null
  /** Where in it: `page 3`. */
  readonly location?: string | null
  readonly className?: string | undefined
}) {
  const words = [shortPlace(place), location].filter((part) => part !== null && part !== '').join(' · ')
  return (
    <bdi title={visibleName(path ?? place)} className={className}>
      {visibleName(words)}
    </bdi>
  )
}
