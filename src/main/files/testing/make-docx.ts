/** A tiny Word writer for tests. */
import { strToU8, type Zippable, zipSync } from 'fflate'

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const paragraph = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
const row = (cells: readonly string[]) =>
  `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`

/** A string is a paragraph, a list of rows a table. */
export type DocxBlock = string | readonly (readonly string[])[]

/** The document part alone, e.g. to cut it. */
export function documentXml(blocks: readonly DocxBlock[]): string {
  const body = blocks.map((block) =>
    typeof block === 'string' ? paragraph(block) : `<w:tbl>${block.map(row).join('')}</w:tbl>`,
  )
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">' +
    `<w:body>${body.join('')}</w:body></w:document>`
  )
}

export function makeDocx(blocks: readonly DocxBlock[], more: Zippable = {}): Buffer {
  return Buffer.from(zipSync({ 'word/document.xml': strToU8(documentXml(blocks)), ...more }))
}
