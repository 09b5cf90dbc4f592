/** Placeholder of the composition root's type; filled as the parts land. */
export interface Pixie {
  close(): Promise<void>
}
