export function ChatScreen(_props: {
  readonly conversation: string | null
  readonly message?: string | undefined
}) {
  return null
}
