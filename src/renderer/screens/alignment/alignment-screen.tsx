export function AlignmentScreen(_props: object) {
  return null
}
