import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/failure.tsx'
import { Screen } from '../ui/screen.tsx'
import { Boundary } from './boundary.tsx'

/** A screen that broke says so in its place, and the others go on. `name`: what the screen is called. */
export function ScreenBoundary({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Boundary
      fallback={(retry) => (
        <Screen title={name} isColumn>
          <Failure
            what={`${name} stopped working`}
            error={{
              message: 'This is a fault in Pixie',
              hint: 'What you wrote is kept. Show it again, or load the whole window anew.',
            }}
            actions={<Button onPress={() => window.location.reload()}>Load the window anew</Button>}
            retryLabel="Show it again"
            onRetry={retry}
          />
        </Screen>
      )}
    >
      {children}
    </Boundary>
  )
}
