/**
 * Folding: one spelling for everything a person would call the same word.
 * Both what is indexed and what is asked go through here, so that "soren" meets "Søren", "strasse" meets "Straße"
 * and 東京 is found inside 東京タワー. Folding loses information and is only ever used to compare.
 */

/** Letters that compatibility decomposition leaves alone but people type plainly. Applied after lower-casing. */
const plainLetters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ð: 'd',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  ς: 'σ',
  // Arabic and Persian spellings of one letter.
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
  ـ: '',
  // Apostrophes and hyphens as people and word processors write them.
  '’': "'",
  '‘': "'",
  ʼ: "'",
  ʹ: "'",
  '`': "'",
  '‐': '-',
}
const PLAIN = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

/** First code points of decimal digits that are read like 0–9: Arabic, Persian, Devanagari, Bengali, Thai. */
const digitZeros = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]
const DIGITS = /[٠-٩۰-۹०-९০-৯๐-๙]/gu

/** Vowel signs and voicing marks that make another letter stay; accents and optional vowel points go. */
const KEPT_MARK =
  '[\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}' +
  '\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}' +
  '\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\p{Script=Tibetan}\\u3099\\u309A]'
const DROPPED = new RegExp(`(?!${KEPT_MARK})\\p{M}|\\p{Cf}`, 'gu')

/** Holds only what folding leaves as it is, but for case. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the range is "ASCII", control characters included
const ASCII = /^[\x00-\x5f\x61-\x7f]*$/

/** Scripts written without spaces between words: their runs are indexed as pairs of characters. */
export const UNSPACED =
  '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}' +
  '\\p{Script=Myanmar}ー々〆'
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, 'gu')

/** A letter, digit or kept mark of a folded text. */
export const WORD_CHARACTER = '[\\p{L}\\p{N}\\p{M}]'
/** A word with its inner apostrophes and hyphens: `o'brien`, `e-mail`, `ab-123`. */
export const COMPOUND = new RegExp(`${WORD_CHARACTER}+(?:['-]${WORD_CHARACTER}+)*`, 'gu')

/** A joined form longer than this is a path or an identifier nobody types in one go. In code units. */
const joinedLimit = 40

/** Folds a text; idempotent. Case, accents, optional vowel points, ligatures, widths and kinds of digits no longer count. */
export function fold(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase()
  return text
    .replace(/[\u00B4\u1FFD]/g, "'")
    .normalize('NFKD')
    .replace(DROPPED, '')
    .toLowerCase()
    .replace(DROPPED, '')
    .replace(PLAIN, (letter) => plainLetters[letter] ?? letter)
    .replace(DIGITS, asciiDigit)
    .normalize('NFC')
}

function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0
  const zero = digitZeros.findLast((first) => first <= point) ?? point
  return String(point - zero)
}

/** Overlapping pairs of characters, or the one character: `東京都` is `東京 京都`. */
export function pairs(run: string): string {
  const characters = [...run]
  if (characters.length < 2) return run
  return characters
    .slice(1)
    .map((character, i) => `${characters[i]}${character}`)
    .join(' ')
}

/** A compound without its apostrophes and hyphens, or null when it has none or is too long to be typed as one. */
export function joinCompound(compound: string): string | null {
  if (compound.length > joinedLimit || !/['-]/.test(compound)) return null
  return compound.replace(/['-]/g, '')
}

/**
 * What goes into a full-text index in place of `text`: folded, runs of unspaced scripts as pairs and single
 * characters, compounds also in one piece (`o'brien obrien`). Index it with `ftsTokenizer`.
 */
export function indexText(text: string): string {
  const folded = fold(text).replace(COMPOUND, (compound) => {
    const joined = joinCompound(compound)
    return joined === null ? compound : `${compound} ${joined}`
  })
  if (ASCII.test(folded)) return folded
  return folded.replace(UNSPACED_RUN, (run) => ` ${pairs(run)} ${[...run].join(' ')} `)
}

/** The tokenizer for tables of `indexText`: everything is folded already, and vowel signs belong to their word. */
export const ftsTokenizer = `unicode61 remove_diacritics 0 categories 'L* N* Co M*'`

/** A folded text and, for each of its UTF-16 units, the place in the original it came from: `[starts[i], ends[i])`. */
interface FoldedWithPlaces {
  readonly folded: string
  readonly starts: Uint32Array
  readonly ends: Uint32Array
}

/**
 * Runs of ASCII, and the smallest other pieces that fold independently of their neighbours: a letter with its marks,
 * a Hangul syllable, a run of separate Hangul letters.
 */
const PIECE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is "ASCII", control characters included
  /[\x00-\x7f]+(?![\p{M}\p{Cf}\uFF9E\uFF9F])|(?:[\u1100-\u115F\uA960-\uA97F]+|[\uAC00-\uD7A3])[\u1160-\u11FF\uD7B0-\uD7FF]*[\p{M}\p{Cf}]*|[\u3131-\u318E\uFFA0-\uFFDC]+|[\s\S][\p{M}\p{Cf}\uFF9E\uFF9F]*/gu

/** Folds a text and keeps where each piece stood, for marking matches in the original. */
export function foldWithPlaces(text: string): FoldedWithPlaces {
  const parts: string[] = []
  let starts = new Uint32Array(text.length + 16)
  let ends = new Uint32Array(text.length + 16)
  let length = 0
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    const folded = fold(piece)
    parts.push(folded)
    if (length + folded.length > starts.length) {
      starts = grown(starts, length + folded.length)
      ends = grown(ends, length + folded.length)
    }
    // Only ASCII keeps its length unit by unit; anything else is marked as a whole piece.
    const isAscii =
      folded.length > 1 && ASCII.test(folded) && folded.length === piece.length && piece.charCodeAt(0) < 0x80
    for (let i = 0; i < folded.length; i++) {
      starts[length + i] = isAscii ? index + i : index
      ends[length + i] = isAscii ? index + i + 1 : index + piece.length
    }
    length += folded.length
  }
  return { folded: parts.join(''), starts: starts.subarray(0, length), ends: ends.subarray(0, length) }
}

function grown(array: Uint32Array, atLeast: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(atLeast * 2)
  larger.set(array)
  return larger
}
