/** The exact text of a session, cut into what each side said. Put together again, the parts are the text. */

export type Speaker = 'instructions' | 'user' | 'model' | 'result' | 'other'

export interface Block {
  readonly speaker: Speaker
  /** With its control tokens. */
  readonly text: string
  /** Where it begins, in UTF-16 units. */
  readonly at: number
}

export interface Piece {
  readonly text: string
  readonly isControl: boolean
  readonly at: number
}

/** What the chat formats put around a text. */
const controlToken =
  /<\|(?:im_start|im_end|endoftext|begin_of_text|end_of_text|start_header_id|end_header_id|eot_id|python_tag)\|>|<\/?(?:bos|eos|start_of_turn|end_of_turn|tool_call|tool_response|tools)>/g

/** Where somebody begins to speak, in each of the formats. */
const opening =
  /<\|im_start\|>(\w+)|<\|start_header_id\|>(\w+)<\|end_header_id\|>|<start_of_turn>(\w+)|(?:^|\n)<(system|user|assistant)>/g

const speakers: Readonly<Record<string, Speaker>> = {
  system: 'instructions',
  user: 'user',
  assistant: 'model',
  model: 'model',
  tool: 'result',
  ipython: 'result',
}

export function blocksOf(transcript: string): Block[] {
  const found = [...transcript.matchAll(opening)]
  const starts = found.map((each) => each.index)
  if (starts[0] !== 0) starts.unshift(0)
  const offset = starts.length - found.length
  return starts
    .map((at, i): Block => {
      const text = transcript.slice(at, starts[i + 1] ?? transcript.length)
      const role = found[i - offset]?.slice(1).find((name) => name !== undefined) ?? ''
      return { speaker: speakerOf(role, text), text, at }
    })
    .filter(({ text }) => text !== '')
}

function speakerOf(role: string, text: string): Speaker {
  const speaker = speakers[role] ?? 'other'
  return speaker === 'user' && text.includes('<tool_response>') ? 'result' : speaker
}

/** Said by that side, without the tokens around it. */
export function spoken({ text }: Block): string {
  return text.replace(opening, '').replace(controlToken, '').trim()
}

export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  let at = 0
  for (const { 0: token, index } of text.matchAll(controlToken)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isControl: false, at })
    pieces.push({ text: token, isControl: true, at: index })
    at = index + token.length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isControl: false, at })
  return pieces
}
