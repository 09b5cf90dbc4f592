/** Which names are never looked into, and why. A reason is one plain line for the report. */

/** Folders that are one thing to their owner, or only a program's business. Lower case. */
const packageExtensions = new Set(
  (
    'app bundle framework plugin kext photoslibrary photolibrary migratedphotolibrary aplibrary imovielibrary ' +
    'tvlibrary musiclibrary fcpbundle logicx band sparsebundle xcodeproj xcworkspace playground rtfd pages numbers key'
  ).split(' '),
)
const programFolders = new Set(['node_modules', 'bower_components', '__pycache__', 'Library', 'lost+found'])

export function skipFolder(name: string): string | null {
  if (name.startsWith('.')) return 'a hidden folder'
  if (programFolders.has(name)) return 'a folder that programs keep for themselves'
  const dot = name.lastIndexOf('.')
  if (dot > 0 && packageExtensions.has(name.slice(dot + 1).toLowerCase()))
    return 'a package, not a folder of files'
  return null
}

export function skipFile(name: string): string | null {
  if (!name.startsWith('.')) return null
  return name.endsWith('.icloud') ? 'in the cloud, not downloaded' : 'a hidden file'
}
