import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

const handle = { padding: '1px 4px', borderRadius: '3px', fontWeight: '550' }

/** The editor in the app's own tokens, so that both themes and more contrast come with them. */
const look = EditorView.theme({
  '&': {
    height: '100%',
    minHeight: '0',
    color: 'var(--ink)',
    backgroundColor: 'transparent',
    fontSize: 'inherit',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font)', lineHeight: 'inherit', overflow: 'auto' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--ink)' },
  // Each line runs the way that its own first letter says.
  '.cm-line': { padding: '0 14px', unicodeBidi: 'plaintext', textAlign: 'start' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '1.5px' },
  '.cm-placeholder': { color: 'var(--ink-3)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--focus) 24%, transparent)',
  },
  '.cm-handle': { ...handle, boxDecorationBreak: 'clone', WebkitBoxDecorationBreak: 'clone' },
  '.cm-handle-skill': { color: 'var(--skill)', background: 'var(--skill-bg)' },
  '.cm-handle-tool': {
    color: 'var(--tool)',
    background: 'var(--tool-bg)',
    borderRadius: '9px',
    padding: '1px 6px',
  },
  '.cm-handle-off': {
    color: 'var(--skill)',
    padding: '1px 3px',
    border: '1px dashed currentcolor',
    lineHeight: '1.4',
  },
  '.cm-handle-unknown': {
    padding: '0',
    fontWeight: 'inherit',
    textDecoration: 'underline wavy var(--bad) 1px',
    textUnderlineOffset: '3px',
  },
  '.cm-unseen': { color: 'var(--ink-2)', fontSize: '0.75em' },
  '.cm-lintRange-error': { backgroundImage: 'none' },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-2)',
    background: 'var(--raised)',
    color: 'var(--ink)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font)',
    maxHeight: '17em',
    minWidth: '280px',
    maxWidth: 'min(440px, 90vw)',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '4px 8px',
    borderRadius: '5px',
    lineHeight: '1.6',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    background: 'color-mix(in srgb, var(--ink) 10%, transparent)',
    color: 'var(--ink)',
  },
  '.cm-completionLabel': { fontWeight: '600', flex: 'none' },
  '.cm-handle-title': {
    color: 'var(--ink-2)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '.cm-completionDetail': {
    marginLeft: 'auto',
    paddingLeft: '12px',
    flex: 'none',
    fontStyle: 'normal',
    fontSize: '11.5px',
    color: 'var(--ink-2)',
  },
  '.cm-shape': { width: '8px', height: '8px', flex: 'none' },
  '.cm-shape-skill': { borderRadius: '2px', background: 'var(--skill)' },
  '.cm-shape-tool': { borderRadius: '50%', background: 'var(--tool)' },
  '.cm-handle-tip': {
    display: 'flex',
    flexDirection: 'column',
    maxWidth: '340px',
    padding: '6px 10px',
    fontSize: '12px',
    lineHeight: '1.5',
  },
  '.cm-diagnostic': { fontFamily: 'var(--font)', padding: '6px 10px', borderLeft: '3px solid var(--bad)' },
  '.cm-diagnosticAction': {
    background: 'transparent',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--radius-1)',
    marginLeft: '8px',
    font: 'inherit',
  },
})

/** The styles that the editor makes while it runs carry the nonce of the load; without one (tests) they need none. */
export function editorTheme(): Extension {
  const nonce = document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''
  return [look, nonce === '' ? [] : EditorView.cspNonce.of(nonce)]
}
