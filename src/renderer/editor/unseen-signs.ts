/** Characters that a reader would not see, though the model reads them, stand in the text as `⟨U+200B⟩`. */
import type { Extension } from '@codemirror/state'
import { highlightSpecialChars } from '@codemirror/view'
import { codePointOf, nameOfInvisible } from '../../shared/invisible.ts'

/** Without joiners and variation selectors, which shape emoji and the letters of whole languages. */
const unseen =
  /(?![\t\n\r]|\p{Join_Control}|\p{Variation_Selector})[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu

export function unseenSigns(): Extension {
  return highlightSpecialChars({
    specialChars: unseen,
    render(code) {
      const character = String.fromCodePoint(code)
      const sign = document.createElement('span')
      sign.className = 'cm-unseen'
      sign.textContent = `⟨${codePointOf(character)}⟩`
      sign.title = nameOfInvisible(character)
      return sign
    },
  })
}
