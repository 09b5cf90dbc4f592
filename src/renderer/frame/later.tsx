import { type ComponentType, lazy, useState } from 'react'

interface Later<P extends object> {
  /** Drawn at once where it has been read already, else when it has been read. */
  readonly Part: ComponentType<P>
  /** Reads it ahead. Rejects when it cannot be read. */
  read(): Promise<void>
}

/** A part of the window that does not come with its start. */
export function later<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  let loaded: ComponentType<P> | null = null
  const read = async () => {
    loaded = await load()
    return { default: loaded }
  }
  // A lazy component waits for a moment even for what is there, in which the screen would be empty.
  const Waiting = lazy(read)
  return {
    Part(props) {
      // For good: another component in its place would begin anew.
      const [Drawn] = useState<ComponentType<P>>(() => loaded ?? Waiting)
      return <Drawn {...props} />
    },
    async read() {
      await read()
    },
  }
}
