export function SkillsScreen(_props: { readonly skill: string | null | undefined }) {
  return null
}
