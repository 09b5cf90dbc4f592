import type { PricedDocument } from '../../../shared/contract/alignment.ts'
import { number } from '../../formats.ts'
import { Meter, type MeterPart } from '../../ui/meter.tsx'
import styles from './alignment.module.css'
import { labelOf } from './document-page.tsx'

/** What the whole costs, part by part, and what it leaves of the window. */
export function PriceFoot({ priced }: { readonly priced: PricedDocument }) {
  const { tokens, window, isExact, over, reserved } = priced
  const about = (count: number) => `${isExact ? '' : '~'}${number(count)}`
  const left = window - tokens
  return (
    <div className={styles.foot}>
      <Meter
        label="Tokens of the document"
        whole={window}
        parts={partsOf(priced)}
        text={`${about(tokens)} of ${number(window)} tokens`}
        hasLegend
        className={styles.meter}
      />
      <div className={styles.figures}>
        <b>
          {about(tokens)} of {number(window)} tokens
        </b>
        <small>{isExact ? 'Exact' : 'About: characters ÷ 4, as no model is here'}</small>
      </div>
      {over > 0 ? (
        <p role="status" className={styles.bad}>
          {about(over)} tokens over: {number(reserved)} have to stay free for question, tools and answer. It
          cannot be saved like this.
        </p>
      ) : (
        <p className={styles.quiet}>Left for question, tools and answer: {about(left)}</p>
      )}
    </div>
  )
}

/** Blurbs are one part here: their own prices stand beside their texts. */
function partsOf({ parts }: PricedDocument): MeterPart[] {
  const sum = (is: (part: string) => boolean) =>
    parts.filter(({ part }) => is(part)).reduce((total, { tokens }) => total + Math.max(0, tokens), 0)
  const all: MeterPart[] = [
    { label: labelOf('base'), value: sum((part) => part === 'base'), part: 1 },
    { label: 'Descriptions', value: sum((part) => part.startsWith('blurb:')), part: 5 },
    { label: labelOf('skills'), value: sum((part) => part === 'skills'), part: 2 },
    { label: labelOf('tools'), value: sum((part) => part === 'tools'), part: 3 },
  ]
  return all.filter(({ value }) => value > 0)
}
