export function ModelSettings(_props: object) {
  return null
}
