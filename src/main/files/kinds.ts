/** What a file is, told by its name alone; what it really holds is found out when it is read. */
export type FileKind =
  | 'text'
  | 'html'
  | 'pdf'
  | 'docx'
  | 'photo'
  | 'recording'
  | 'video'
  | 'sheet'
  | 'slides'
  | 'other'

/** Kinds whose text is taken. All others are found by their name only. */
export type ReadableKind = 'text' | 'html' | 'pdf' | 'docx'

const extensions: Readonly<Record<FileKind, string>> = {
  text: 'txt text md markdown log csv tsv json jsonl ics vcf eml yaml yml toml ini xml tex rst org srt vtt',
  html: 'html htm xhtml',
  pdf: 'pdf',
  docx: 'docx docm',
  photo: 'jpg jpeg png gif heic heif webp tif tiff bmp svg raw dng cr2 nef',
  recording: 'mp3 m4a wav flac ogg oga opus aac aif aiff amr caf wma',
  video: 'mp4 mov m4v mkv avi webm mpg mpeg wmv 3gp',
  sheet: 'xls xlsx ods numbers',
  slides: 'ppt pptx odp key',
  other: '',
}

const kindByExtension = new Map<string, FileKind>(
  Object.entries(extensions).flatMap(([kind, list]) =>
    // The keys of `extensions` are file kinds; `Object.entries` forgets that.
    list.split(' ').map((extension): [string, FileKind] => [extension, kind as FileKind]),
  ),
)

/** A name without an extension is tried as text; the reader refuses what is none. */
export function kindOf(name: string): FileKind {
  const dot = name.lastIndexOf('.')
  if (dot <= 0) return 'text'
  return kindByExtension.get(name.slice(dot + 1).toLowerCase()) ?? 'other'
}

export function isReadable(kind: FileKind): kind is ReadableKind {
  return kind === 'text' || kind === 'html' || kind === 'pdf' || kind === 'docx'
}

/**
 * Words that say what kind of file is meant rather than what is in it: `scan of my passport`.
 * Folded, singular; see `kindsMeant`.
 */
const kindWords: Readonly<Record<string, readonly FileKind[]>> = {
  scan: ['pdf', 'photo'],
  photo: ['photo'],
  photograph: ['photo'],
  picture: ['photo'],
  image: ['photo'],
  screenshot: ['photo'],
  recording: ['recording', 'video'],
  audio: ['recording'],
  video: ['video'],
  pdf: ['pdf'],
  docx: ['docx'],
  spreadsheet: ['sheet'],
  slide: ['slides'],
  presentation: ['slides'],
  document: ['pdf', 'docx', 'text', 'html'],
  file: ['pdf', 'docx', 'text', 'html', 'photo', 'recording', 'video', 'sheet', 'slides', 'other'],
}

/** The kinds a folded word of a query asks for, or null when it is an ordinary word. */
export function kindsMeant(word: string): readonly FileKind[] | null {
  if (Object.hasOwn(kindWords, word)) return kindWords[word] ?? null
  const singular = word.endsWith('s') ? word.slice(0, -1) : word
  return Object.hasOwn(kindWords, singular) ? (kindWords[singular] ?? null) : null
}
