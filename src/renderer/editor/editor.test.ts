// @vitest-environment jsdom
import {
  acceptCompletion,
  completionStatus,
  currentCompletions,
  startCompletion,
} from '@codemirror/autocomplete'
import { undo } from '@codemirror/commands'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { HandleName } from '../../shared/contract/skills.ts'
import { createEditor, type EditorOptions, type TextEditor } from './create-editor.ts'
import { fittingHandles } from './mention-completion.ts'
import { pretendLayout } from './testing/layout.ts'
import { skillName, someNames } from './testing/names.ts'

pretendLayout()

let editor: TextEditor | null = null
afterEach(() => {
  editor?.destroy()
  editor = null
})

/** `|` is the cursor. */
function open(
  marked: string,
  options: Partial<EditorOptions> = {},
  names: readonly HandleName[] = someNames,
) {
  const at = marked.indexOf('|')
  const made = createEditor({
    parent: document.body.appendChild(document.createElement('div')),
    text: marked.replace('|', ''),
    label: 'Instruction',
    hasPicker: true,
    onChange: () => {},
    ...options,
  })
  made.setHandles(names, ['my-skill'])
  if (at !== -1) made.view.dispatch({ selection: { anchor: at } })
  editor = made
  return made
}

const type = ({ view }: TextEditor, text: string) => {
  for (const character of Array.from(text))
    view.dispatch({ ...view.state.replaceSelection(character), userEvent: 'input.type' })
}

const marked = ({ view }: TextEditor) => {
  const { head } = view.state.selection.main
  const text = view.state.doc.toString()
  return `${text.slice(0, head)}|${text.slice(head)}`
}

async function picked(made: TextEditor): Promise<string[]> {
  startCompletion(made.view)
  await vi.waitFor(() => expect(completionStatus(made.view.state)).toBe('active'), { interval: 5 })
  return currentCompletions(made.view.state).map(({ label }) => label)
}

describe('the picker', () => {
  it.each<[string, string[]]>([
    ['Use @fi|', ['@find-file', '@fetch-file']],
    ['Use (@fetch|', ['@fetch-file']],
    ['これは@cal|を使う', ['@calendar']],
    ['이것은@週|', ['@週報']],
    ['use @events|', ['@calendar']],
    ['use @old|', ['@old-plan']],
  ])('offers for %s', async (text, expected) => {
    expect(await picked(open(text))).toEqual(expected)
  })

  it('never offers the skill itself', () => {
    const names = [...someNames, skillName('my-skill', 'My skill')]
    expect(fittingHandles(names, ['my-skill'], 'my').map(({ slug }) => slug)).toEqual([])
  })

  it('opens when @ is typed after a bracket or a script without spaces, and not inside a word or code', async () => {
    for (const before of ['(|', 'これは|', '|', '* |']) {
      const made = open(before)
      type(made, '@')
      await vi.waitFor(() => expect(completionStatus(made.view.state)).toBe('active'), { interval: 5 })
      made.destroy()
    }
    for (const before of ['ada|', 'x/|', '`code |`']) {
      const made = open(before)
      type(made, '@')
      await new Promise((resolve) => setTimeout(resolve, 150))
      expect(completionStatus(made.view.state)).not.toBe('active')
      made.destroy()
    }
  })

  it.each<[string, string]>([
    ['Use (@fi|), now', 'Use (@find-file|), now'],
    ['これは@fi|を使う', 'これは@find-file|を使う'],
    ['@fi|nd-fil, then', '@find-file|, then'],
    ['@fi|- x', '@find-file|- x'],
    ['a @週|報を書く', 'a @週報|を書く'],
  ])('puts the handle in and leaves its neighbours alone: %s', async (text, expected) => {
    const made = open(text)
    await picked(made)
    await new Promise((resolve) => setTimeout(resolve, 90))
    expect(acceptCompletion(made.view)).toBe(true)
    expect(marked(made)).toBe(expected)
  })

  it('takes one insertion back as one step', async () => {
    const made = open('Use |')
    type(made, '@fi')
    await picked(made)
    await new Promise((resolve) => setTimeout(resolve, 90))
    acceptCompletion(made.view)
    type(made, ' now')
    expect(made.text()).toBe('Use @find-file now')
    undo(made.view)
    expect(made.text()).toBe('Use @find-file')
    undo(made.view)
    expect(made.text()).toBe('Use @fi')
  })

  it('closes on Escape, and only then the key is its own', async () => {
    const made = open('Use @fi|')
    const outside = vi.fn()
    made.view.dom.parentElement?.addEventListener('keydown', outside)
    await picked(made)
    const press = () =>
      made.view.contentDOM.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', keyCode: 27, bubbles: true, cancelable: true }),
      )
    press()
    expect(completionStatus(made.view.state)).toBeNull()
    expect(outside).not.toHaveBeenCalled()
    press()
    expect(outside).toHaveBeenCalledOnce()
  })
})

describe('tint', () => {
  const tints = ({ view }: TextEditor) =>
    [...view.dom.querySelectorAll('.cm-handle')].map((mark) => [
      mark.textContent,
      mark.getAttribute('data-handle'),
    ])

  it('tells skill, tool, switched off, itself and unknown apart', () => {
    expect(tints(open('@search-info @find_file @old-plan @my-skill @nothing `@find-file`'))).toEqual([
      ['@search-info', 'skill'],
      ['@find_file', 'tool'],
      ['@old-plan', 'skill, switched off'],
      ['@my-skill', 'skill'],
      ['@nothing', 'unknown'],
    ])
  })

  it('follows what happens to a skill elsewhere', () => {
    const made = open('@search-info and @brand-new')
    expect(tints(made)[1]).toEqual(['@brand-new', 'unknown'])
    made.setHandles([skillName('brand-new')], [])
    expect(tints(made)).toEqual([
      ['@search-info', 'unknown'],
      ['@brand-new', 'skill'],
    ])
  })
})

describe('what is unknown', () => {
  it('is told once a slug with its first place, while typing and when the namespace changes', () => {
    const onUnknown = vi.fn()
    const made = open('@what and @What|', { onUnknown })
    expect(onUnknown).toHaveBeenLastCalledWith([{ slug: 'what', from: 0, to: 5, count: 2 }])
    made.setHandles([skillName('what')], [])
    expect(onUnknown).toHaveBeenLastCalledWith([])
  })

  it('is replaced everywhere at once, as one step', () => {
    const made = open('@grep and (@Grep)')
    made.replaceUnknown('grep', 'find-file')
    expect(made.text()).toBe('@find-file and (@find-file)')
    undo(made.view)
    expect(made.text()).toBe('@grep and (@Grep)')
  })

  it('is replaced with all of the word that something unseen broke, where that is what was meant', () => {
    const made = open('@find\u200B-file, @find and @find\u200Bance.')
    made.replaceUnknown('find', 'find-file')
    expect(made.text()).toBe('@find-file, @find-file and @find-file\u200Bance.')
  })
})

describe('the text', () => {
  it('shows what would not be seen, and is as it was', () => {
    const made = open('a\u200Bb \u202Ec\u00ADd\te \u{1F469}\u200D\u{1F4BB} \u0645\u06CC\u200C\u062E')
    const signs = [...made.view.dom.querySelectorAll('.cm-unseen')]
    expect(signs.map(({ textContent }) => textContent)).toEqual(['⟨U+200B⟩', '⟨U+202E⟩', '⟨U+00AD⟩'])
    expect(made.text()).toContain('a\u200Bb')
  })

  it('keeps the line breaks that it came with', () => {
    const onChange = vi.fn()
    const made = open('one\r\ntwo', { onChange })
    made.view.dispatch({ selection: { anchor: 7 } })
    type(made, '!')
    expect(onChange).toHaveBeenLastCalledWith('one\r\ntwo!')
  })

  it('is not reported when it was set from outside', () => {
    const onChange = vi.fn()
    const made = open('one', { onChange })
    made.setText('two @find-file')
    expect(onChange).not.toHaveBeenCalled()
    expect(made.text()).toBe('two @find-file')
  })
})
