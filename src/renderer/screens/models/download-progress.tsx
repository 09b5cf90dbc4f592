import { ProgressBar } from 'react-aria-components'
import type { Download } from '../../../shared/contract/models.ts'
import { visibleName } from '../../names.ts'
import { percent, rateText, sizeText, timeText } from './amounts.ts'
import styles from './download.module.css'

/** How far a download is, as a bar and in words. */
export function DownloadProgress({ download }: { readonly download: Download }) {
  const { name, phase, doneBytes, totalBytes, note } = download
  const text = progressText(download)
  return (
    <div className={styles.progress}>
      <ProgressBar
        aria-label={`Download of ${visibleName(name)}`}
        value={percent(doneBytes, totalBytes)}
        valueLabel={text}
        className={styles.track ?? ''}
        data-phase={phase}
      >
        <i className={styles.bar} style={{ width: `${percent(doneBytes, totalBytes)}%` }} />
      </ProgressBar>
      <p className={styles.text}>{text}</p>
      {note !== null && phase !== 'failed' && <p className={styles.text}>{note}</p>}
    </div>
  )
}

/** `693 MB of 1.12 GB · 11 MB/s · 39 s left`. */
function progressText(download: Download): string {
  const { phase, doneBytes, totalBytes, bytesPerSecond, secondsLeft } = download
  const amount = `${sizeText(doneBytes)} of ${sizeText(totalBytes)}`
  switch (phase) {
    case 'waiting':
      return `${amount} · another Pixie is fetching it`
    case 'downloading': {
      const parts = [amount]
      if (bytesPerSecond !== null) parts.push(rateText(bytesPerSecond))
      if (secondsLeft !== null && secondsLeft > 0) parts.push(`${timeText(secondsLeft)} left`)
      return parts.join(' · ')
    }
    case 'verifying':
      return `Checking that every byte is right · ${percent(doneBytes, totalBytes)} %`
    case 'testing':
      return 'Trying it out…'
    case 'paused':
      return `Paused · ${amount}`
    case 'failed':
      return `Stopped · ${amount}`
  }
}
