import { Component, type ReactNode } from 'react'

interface Props {
  /** What stands in its place when it broke. `retry` shows it again. */
  fallback(retry: () => void): ReactNode
  readonly children: ReactNode
}

/** Keeps a fault in one part of the window from taking the rest along. Drafts are safe: main keeps them. */
export class Boundary extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return this.props.fallback(() => this.setState({ isBroken: false }))
  }
}
