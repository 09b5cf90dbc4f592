import { getDocumentProxy } from 'unpdf'
import { maximumTextLength, pageBreak, ReadFault, type ReadText } from './protocol.ts'

const maximumPages = 1000
/** How far into a file its `%PDF` may stand; other readers look here too. */
const headerWindow = 1024

/** The text of each page, pages parted by `pageBreak`, so that the page of any position can be counted. */
export async function readPdf(bytes: Uint8Array): Promise<ReadText> {
  if (!Buffer.from(bytes.subarray(0, headerWindow)).includes('%PDF'))
    throw new ReadFault('failed', 'damaged: it does not start like a PDF')
  const pdf = await open(bytes)
  try {
    return await allPages(pdf)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

async function allPages(pdf: Pdf): Promise<ReadText> {
  const pages: string[] = []
  const broken: number[] = []
  let length = 0
  for (let number = 1; number <= Math.min(pdf.numPages, maximumPages); number++) {
    const page = await pageText(pdf, number)
    if (page === null) broken.push(number)
    pages.push(page ?? '')
    length += page?.length ?? 0
    if (length > maximumTextLength) break
  }
  const text = pages.join(pageBreak)
  if (text.trim() === '')
    throw broken.length > 0
      ? new ReadFault('failed', 'damaged: none of its pages can be read')
      : new ReadFault('skipped', 'no text (a scan?)')
  const remark = remarkOn(broken, pdf.numPages)
  return { text, title: null, ...(remark === null ? {} : { remark }) }
}

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>

async function open(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(bytes, {
      disableFontFace: true,
      useSystemFonts: false,
      verbosity: 0,
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException')
      throw new ReadFault('failed', 'locked: the PDF needs a password')
    throw new ReadFault('failed', 'damaged: the PDF cannot be opened')
  }
}

async function pageText(pdf: Pdf, number: number): Promise<string | null> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    page.cleanup()
    const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : '')).join('')
    return text.replaceAll(pageBreak, ' ').trim()
  } catch {
    return null
  }
}

function remarkOn(broken: readonly number[], pages: number): string | null {
  const remarks = []
  if (broken.length > 0) remarks.push(`${broken.length} of ${pages} pages cannot be read`)
  if (pages > maximumPages) remarks.push(`only the first ${maximumPages} of ${pages} pages were read`)
  return remarks.length > 0 ? remarks.join('; ') : null
}
