export function FilesScreen(_props: object) {
  return null
}
