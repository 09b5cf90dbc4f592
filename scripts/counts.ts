/** How a step of the tests went. */
export interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}
