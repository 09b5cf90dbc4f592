export function ConversationList(_props: { readonly current: string | null }) {
  return null
}
