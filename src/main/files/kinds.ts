/** What a file is, told by its name alone; what it really holds is found out when it is read. */
export type FileKind =
  | 'text'
  | 'html'
  | 'mail'
  | 'pdf'
  | 'docx'
  | 'photo'
  | 'recording'
  | 'video'
  | 'sheet'
  | 'slides'
  | 'other'

/** Kinds whose text is taken. All others are found by their name only. */
export type ReadableKind = 'text' | 'html' | 'mail' | 'pdf' | 'docx'

const extensions: Readonly<Record<FileKind, string>> = {
  text: 'txt text md markdown log csv tsv json jsonl ics vcf yaml yml toml ini xml tex rst org srt vtt',
  html: 'html htm xhtml',
  mail: 'eml',
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

/** Without the dot: what a dialog for files with text offers. */
export const readableExtensions: readonly string[] = [...kindByExtension.entries()]
  .filter(([, kind]) => isReadable(kind))
  .map(([extension]) => extension)

/** A name without an extension is tried as text; the reader refuses what is none. */
export function kindOf(name: string): FileKind {
  const dot = name.lastIndexOf('.')
  if (dot <= 0) return 'text'
  return kindByExtension.get(name.slice(dot + 1).toLowerCase()) ?? 'other'
}

export function isReadable(kind: FileKind): kind is ReadableKind {
  return kind === 'text' || kind === 'html' || kind === 'mail' || kind === 'pdf' || kind === 'docx'
}

/** Words that say what kind of file is meant rather than what is in it: `scan of my passport`. Folded, singular. */
const kindWords = new Map<string, readonly FileKind[]>(
  (
    [
      ['scan', ['pdf', 'photo']],
      ['photo photograph picture image screenshot jpg jpeg png heic', ['photo']],
      ['recording', ['recording', 'video']],
      ['audio mp3 m4a wav', ['recording']],
      ['video mp4 mov', ['video']],
      ['pdf', ['pdf']],
      ['docx', ['docx']],
      ['html', ['html']],
      ['txt md markdown csv', ['text']],
      ['spreadsheet xlsx', ['sheet']],
      ['slide presentation pptx', ['slides']],
      ['document', ['pdf', 'docx', 'text', 'html']],
      [
        'file',
        ['pdf', 'docx', 'text', 'html', 'mail', 'photo', 'recording', 'video', 'sheet', 'slides', 'other'],
      ],
    ] satisfies [string, FileKind[]][]
  ).flatMap(([words, kinds]) => words.split(' ').map((word): [string, FileKind[]] => [word, kinds])),
)

/** The kinds a folded word of a query asks for, or null when it is an ordinary word. */
export function kindsMeant(word: string): readonly FileKind[] | null {
  return kindWords.get(word) ?? kindWords.get(word.replace(/s$/, '')) ?? null
}
