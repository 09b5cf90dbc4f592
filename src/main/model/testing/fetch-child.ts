/** Fetches the model `tiny` as another process does: everything comes from the environment. */
import { fetchModel } from '../download.ts'

const seen = new Set<string>()
const model = await fetchModel('tiny', {
  signal: new AbortController().signal,
  onProgress: (p) => seen.add(p.phase),
})
process.stdout.write(JSON.stringify({ sha256: model.sha256, phases: [...seen] }))
