export function MemoryScreen(_props: object) {
  return null
}
