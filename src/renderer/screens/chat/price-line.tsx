import type { Price } from '../../../shared/contract/chat.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './composer.module.css'
import { count, plural } from './core/numbers.ts'

/** What the question costs beside what is left, and what of the conversation no longer fits. */
export function PriceLine({
  id,
  price,
  isTooLong,
}: {
  readonly id: string
  readonly price: Price | null
  readonly isTooLong: boolean
}) {
  return (
    <small id={id} className={classNames(styles.price, isTooLong && styles.tooLong)}>
      {price === null ? '' : isTooLong ? tooLongText(price) : priceText(price)}
    </small>
  )
}

function priceText({ tokens, isExact, left, window, exchangesLeftOut }: Price): string {
  const parts = [`${count(left)} of ${count(window)} left`]
  if (tokens > 0) parts.unshift(`${isExact ? '' : 'about '}${plural(tokens, 'token')}`)
  if (exchangesLeftOut > 0)
    parts.push(
      `${plural(exchangesLeftOut, 'earlier question')} no longer ${exchangesLeftOut === 1 ? 'fits' : 'fit'}`,
    )
  return parts.join(' · ')
}

function tooLongText({ tokens, left, isExact }: Price): string {
  const about = isExact ? '' : 'about '
  return `${about === '' ? plural(tokens, 'token') : `About ${plural(tokens, 'token')}`}: too long by ${about}${count(-left)}. Shorten it to send it.`
}
