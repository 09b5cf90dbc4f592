export function NotebookScreen(_props: object) {
  return null
}
