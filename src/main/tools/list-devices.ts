import type { Files } from '../files/files.ts'
import type { Tool } from './tool.ts'

/** `list_devices`: the ids that `find_file` may be narrowed to. Bound with it, but never told to L2. */
export function createListDevicesTool(files: Pick<Files, 'devices'>): Tool {
  return {
    name: 'list_devices',
    slug: 'list-devices',
    pill: 'Files',
    title: 'List devices',
    summary: "List the user's device ids (plumbing for find_file)",
    signature: "list_devices() — list the user's devices with their ids; no args",
    l2Exposed: false,
    advertiseInMenu: false,
    description: "List the user's devices: id, name and number of known files.",
    parameters: { type: 'object', properties: {} },
    craftingRules: '',
    run: async () => ({
      text: files
        .devices()
        .map(({ id, name, files: count }) => `${id}: ${name} (${count} files)`)
        .join('\n'),
      found: [],
    }),
  }
}
