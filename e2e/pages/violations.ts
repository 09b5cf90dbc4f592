import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { settle } from './window.ts'

/** What axe finds, short enough to read in a list of many. */
export async function violations(page: Page): Promise<string[]> {
  await settle(page)
  // The other mode opens a page of its own for its results, which an app has not.
  const { violations: found } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, html }) => `${target.join(' ')} ${html}`).join(' | ')}`,
  )
}
