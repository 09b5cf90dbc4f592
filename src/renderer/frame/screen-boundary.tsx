import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Screen } from '../ui/screen.tsx'

interface Props {
  /** What the screen is called. */
  readonly name: string
  readonly children: ReactNode
}

/** A screen that broke says so, and the others go on. Drafts are safe: main keeps them. */
export class ScreenBoundary extends Component<Props, { readonly isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError() {
    return { isBroken: true }
  }

  override render() {
    if (!this.state.isBroken) return this.props.children
    return (
      <Screen title={this.props.name} isColumn>
        <Failure
          what={`${this.props.name} stopped working`}
          error={{
            message: 'This is a fault in Pixie',
            hint: 'What you wrote is kept. Show it again, or load the whole window anew.',
          }}
          actions={<Button onPress={() => window.location.reload()}>Load the window anew</Button>}
          retryLabel="Show it again"
          onRetry={() => this.setState({ isBroken: false })}
        />
      </Screen>
    )
  }
}
