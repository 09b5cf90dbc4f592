import type { Price } from '../../../shared/contract/chat.ts'
import { countText, number } from '../../formats.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './composer.module.css'

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
  const parts = [`${number(left)} of ${number(window)} left`]
  if (tokens > 0) parts.unshift(`${isExact ? '' : 'about '}${countText(tokens, 'token')}`)
  if (exchangesLeftOut > 0)
    parts.push(
      `${countText(exchangesLeftOut, 'earlier question')} no longer ${exchangesLeftOut === 1 ? 'fits' : 'fit'}`,
    )
  return parts.join(' · ')
}

function tooLongText({ tokens, left, isExact }: Price): string {
  const about = isExact ? '' : 'about '
  return `${about === '' ? countText(tokens, 'token') : `About ${countText(tokens, 'token')}`}: too long by ${about}${number(-left)}. Shorten it to send it.`
}
