import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { blocksOf, piecesOf, spoken } from './transcript.ts'

const said = (transcript: string) => blocksOf(transcript).map((block) => `${block.speaker}: ${spoken(block)}`)

describe('a transcript', () => {
  it.each([
    [
      'ChatML',
      '<|im_start|>system\nHelp.<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<tool_call>\n{}\n</tool_call><|im_end|>\n<|im_start|>user\n<tool_response>\n1 found\n</tool_response><|im_end|>',
      ['instructions: Help.', 'user: Hi', 'model: {}', 'result: 1 found'],
    ],
    [
      'Llama',
      '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\nHelp.<|eot_id|><|start_header_id|>ipython<|end_header_id|>\n\n1 found<|eot_id|>',
      ['other: ', 'instructions: Help.', 'result: 1 found'],
    ],
    [
      'Gemma',
      '<bos><start_of_turn>user\nHelp.\n\nHi<end_of_turn>\n<start_of_turn>model\nHello<end_of_turn>',
      ['other: ', 'user: Help.\n\nHi', 'model: Hello'],
    ],
  ])('in the form of %s is cut into what each side said', (_, transcript, sides) => {
    expect(said(transcript)).toEqual(sides)
  })

  it('without any form is one part', () => {
    expect(said('just text')).toEqual(['other: just text'])
    expect(blocksOf('')).toEqual([])
  })

  it('is whole again when its parts are put together, whatever stands in it', () => {
    const part = fc.constantFrom(
      '<|im_start|>',
      'user',
      '\n',
      '<|im_end|>',
      '<tool_call>',
      '<system>',
      'words',
      '<start_of_turn>',
      '<|',
      '|>',
      '🎂',
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const text = parts.join('')
        const blocks = blocksOf(text)
        expect(blocks.map((block) => block.text).join('')).toBe(text)
        for (const block of blocks)
          expect(
            piecesOf(block.text)
              .map((piece) => piece.text)
              .join(''),
          ).toBe(block.text)
      }),
    )
  })
})
