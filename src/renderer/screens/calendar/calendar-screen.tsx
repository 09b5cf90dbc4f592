export function CalendarScreen(_props: object) {
  return null
}
