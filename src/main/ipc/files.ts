import { existsSync } from 'node:fs'
import type { FileHit, Folder, filesCalls, ReportItem } from '../../shared/contract/files.ts'
import { createFileBackground, type FileBackground } from '../files/background.ts'
import type { Files, FolderState, PlacedHit } from '../files/files.ts'
import { crumbs, nameOf, placeOf } from '../files/place.ts'
import type { LeftOut } from '../files/rows.ts'
import { createFolderWatch } from '../files/watch.ts'
import type { Handlers, Services } from './handlers.ts'

const backgrounds = new WeakMap<Files, FileBackground>()

/** The one of a profile, made at first use; it ends with the profile. `refresh` it at the start and on focus. */
export function fileBackground({ pixie, publish }: Pick<Services, 'pixie' | 'publish'>): FileBackground {
  const { files } = pixie
  const made =
    backgrounds.get(files) ??
    createFileBackground({
      files,
      watch: (onChange) => createFolderWatch(onChange),
      onProgress: (scan) => publish('files.progress', scan),
      onChange: () => publish('app.changed', { topics: ['files', 'grants'] }),
    })
  backgrounds.set(files, made)
  return made
}

export function filesHandlers(services: Services): Handlers<typeof filesCalls> {
  const { desktop } = services
  const { files } = services.pixie
  const background = fileBackground(services)

  function toFolder({ folder, readAtMs, ...counts }: FolderState): Folder {
    return {
      path: folder,
      name: nameOf(folder),
      place: placeOf(folder),
      ...counts,
      readAtMs,
      state: stateOf(folder, readAtMs),
    }
  }

  function stateOf(folder: string, readAtMs: number | null): Folder['state'] {
    if (background.state().folder === folder) return 'reading'
    if (!existsSync(folder)) return 'gone'
    if (background.isWaiting(folder)) return 'waiting'
    return readAtMs === null ? 'unfinished' : 'ready'
  }

  return {
    'files.folders': () => ({ folders: files.folderStates().map(toFolder), scan: background.state() }),
    'files.grant': async () => {
      const chosen = await desktop.chooseFolder({ title: 'Choose a folder Pixie may read', button: 'Allow' })
      if (chosen === null) return null
      const { folder, coveredBy } = background.grant(chosen)
      return {
        path: folder,
        name: nameOf(folder),
        coveredBy: coveredBy === null ? null : nameOf(coveredBy),
      }
    },
    'files.revoke': async ({ path }) => ({ removed: await background.revoke(path) }),
    'files.undo-revoke': ({ path }) => {
      background.undoRevoke(path)
      return {}
    },
    'files.scan': () => {
      background.scan()
      return {}
    },
    'files.cancel': () => {
      background.cancel()
      return {}
    },
    'files.status': () => {
      const { indexed, skipped, failed } = files.counts()
      return { indexed, skipped, failed, folders: files.folders().length, scan: background.state() }
    },
    'files.report': ({ state, limit }) => {
      const { items, total } = files.leftOut(state, limit)
      return { items: items.map(toItem), total }
    },
    'files.search': async ({ query, limit }) => (await files.browse(query, limit)).map(toHit),
  }
}

function toItem({ path, ...rest }: LeftOut): ReportItem {
  return { path, name: nameOf(path), place: placeOf(path), ...rest }
}

function toHit({ row, reason, location, quote, place }: PlacedHit): FileHit {
  return {
    source: {
      kind: 'file',
      id: String(row.id),
      title: row.name,
      path: row.path,
      location,
      // Its ends say that it was cut; they do not stand in the file.
      quote: quote?.replace(/^…|…$/g, '') ?? '',
    },
    name: row.name,
    place: crumbs(place),
    reason,
    kind: row.kind,
    changedAtMs: row.mtime_ms,
  }
}
