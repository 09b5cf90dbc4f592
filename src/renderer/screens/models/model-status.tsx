export function ModelStatus(_props: object) {
  return null
}
