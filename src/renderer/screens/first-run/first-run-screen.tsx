export function FirstRunScreen(_props: object) {
  return null
}
