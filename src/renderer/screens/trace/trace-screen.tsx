export function TraceScreen(_props: { readonly trace: string }) {
  return null
}
