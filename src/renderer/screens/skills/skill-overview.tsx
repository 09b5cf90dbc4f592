import { BookOpen, Download, Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ImportedSkillReport, SkillRow } from '../../../shared/contract/skills.ts'
import { CallError, useApi, useCall } from '../../api.ts'
import { useCommand } from '../../commands.ts'
import { useNavigation } from '../../navigation.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Failure } from '../../ui/failure.tsx'
import { Screen } from '../../ui/screen.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { showToast } from '../../ui/toast.ts'
import { Waiting } from '../../ui/waiting.tsx'
import { ImportReport } from './import-report.tsx'
import { InUseDialog } from './in-use-dialog.tsx'
import { SkillList } from './skill-list.tsx'
import styles from './skills.module.css'
import { useSkillActs } from './use-skill-acts.tsx'

/** All skills, with what can be done to each. */
export function SkillOverview() {
  const list = useCall('skills.list', {}, { topics: ['skills', 'alignment', 'drafts'] })
  const names = useCall('skills.names', {}, { topics: ['skills'] })
  const [query, setQuery] = useState('')
  const search = useRef<HTMLInputElement>(null)
  useCommand('find', () => search.current?.focus())
  const acts = useSkillActs()
  const importing = useImport()
  const skills = list.data?.skills ?? []
  const found = matching(skills, query)
  return (
    <Screen
      title="Skills"
      subtitle="Procedures in plain words that your agent can follow"
      actions={
        <>
          <Button variant="ghost" icon={Download} onPress={() => void importing.start()}>
            Import…
          </Button>
          <Button variant="solid" icon={Plus} onPress={() => acts.open(null)}>
            {list.data?.hasNewDraft === true ? 'Go on writing' : 'New skill'}
          </Button>
        </>
      }
      isColumn
    >
      <div className={styles.overview}>
        {skills.length > 0 && (
          <SearchField
            label="Search skills"
            value={query}
            onChange={setQuery}
            inputRef={search}
            className={styles.search}
          />
        )}
        {importing.error !== null && <Failure what="Nothing was imported" error={importing.error} />}
        {list.isError && <Failure error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Waiting>Reading your skills</Waiting>}
        {list.isSuccess && (
          <SkillList
            rows={found}
            acts={acts}
            empty={<NoSkill query={query} onNew={() => acts.open(null)} />}
          />
        )}
        {list.data !== undefined && query === '' && (
          <Absent absent={list.data.absentBuiltins} onRestore={(name) => void acts.restore(name)} />
        )}
      </div>
      <InUseDialog acts={acts} names={names.data ?? []} />
      {importing.report !== null && (
        <ImportReport imported={importing.report} onOpen={acts.open} onClose={importing.close} />
      )}
    </Screen>
  )
}

/** Words of a search in handle, title or summary, in any order. */
export function matching(rows: readonly SkillRow[], query: string): SkillRow[] {
  const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = fold(query.replaceAll('@', '')).split(/\s+/)
  return rows.filter((row) => {
    const text = fold(`${row.slug} ${row.title} ${row.shortDescription}`)
    return words.every((word) => text.includes(word))
  })
}

function NoSkill({ query, onNew }: { readonly query: string; onNew(): void }) {
  if (query !== '') return <EmptyState title="No skill matches">Try another word.</EmptyState>
  return (
    <EmptyState
      icon={BookOpen}
      title="No skills yet"
      action={
        <Button variant="solid" onPress={onNew}>
          Write the first one
        </Button>
      }
    >
      A skill says in your own words what to look at, in what order, and when to stop.
    </EmptyState>
  )
}

function Absent({
  absent,
  onRestore,
}: {
  readonly absent: readonly { readonly name: string; readonly summary: string }[]
  onRestore(name: string): void
}) {
  if (absent.length === 0) return null
  return (
    <section aria-label="Deleted built-in skills" className={styles.absent}>
      <h2>Came with Pixie, deleted</h2>
      <ul>
        {absent.map(({ name, summary }) => (
          <li key={name}>
            <span className={styles.absentName}>@{name}</span>
            <span className={styles.quiet}>{summary}</span>
            <Button variant="ghost" onPress={() => onRestore(name)} aria-label={`Bring @${name} back`}>
              Bring back
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useImport() {
  const api = useApi()
  const go = useNavigation((navigation) => navigation.go)
  const [report, setReport] = useState<readonly ImportedSkillReport[] | null>(null)
  const [error, setError] = useState<CallError | null>(null)
  return {
    report,
    error,
    close: () => setReport(null),
    async start() {
      setError(null)
      try {
        const imported = await api.call('skills.import', {})
        if (imported === null) return
        const [only] = imported
        const isPlain =
          imported.length === 1 &&
          only !== undefined &&
          only.hidden.length === 0 &&
          only.notHonoured.length === 0 &&
          only.tooLong === null
        if (!isPlain) return setReport(imported)
        showToast({ text: `Imported @${only.slug}` })
        await go({ screen: 'skills', skill: only.slug })
      } catch (thrown) {
        if (!(thrown instanceof CallError)) throw thrown
        setError(thrown)
      }
    },
  }
}
