import type { ReactNode } from 'react'
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './tabs.module.css'

interface TabsProps<K extends string> {
  readonly label: string
  readonly tabs: readonly { readonly id: K; readonly label: string; readonly content: ReactNode }[]
  readonly selected: K
  onSelect(id: K): void
  readonly className?: string | undefined
}

/** Several views of one thing, one at a time. */
export function Tabs<K extends string>({ label, tabs, selected, onSelect, className }: TabsProps<K>) {
  return (
    <AriaTabs
      selectedKey={selected}
      onSelectionChange={(key) => onSelect(key as K)} // only the ids of `tabs` are offered
      className={classNames(styles.tabs, className)}
    >
      <TabList aria-label={label} className={styles.list ?? ''}>
        {tabs.map((tab) => (
          <Tab key={tab.id} id={tab.id} className={styles.tab ?? ''}>
            {tab.label}
          </Tab>
        ))}
      </TabList>
      {tabs.map((tab) => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel ?? ''}>
          {tab.content}
        </TabPanel>
      ))}
    </AriaTabs>
  )
}
