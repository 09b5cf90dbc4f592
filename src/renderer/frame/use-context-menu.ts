import { useEffect } from 'react'
import { useApi } from '../api.ts'

/** The system's own menu for what was clicked: a field, marked text. */
export function useContextMenu(): void {
  const api = useApi()
  useEffect(() => {
    const onContextMenu = (event: MouseEvent) => {
      if (event.defaultPrevented) return
      event.preventDefault()
      // Without the menu the page works as before, so nobody is told when it fails.
      api.call('app.context-menu', clicked(event.target)).catch(() => undefined)
    }
    window.addEventListener('contextmenu', onContextMenu)
    return () => window.removeEventListener('contextmenu', onContextMenu)
  }, [api])
}

function clicked(target: EventTarget | null): { isEditable: boolean; hasSelection: boolean } {
  const field = target instanceof Element ? target.closest('input, textarea') : null
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)
    return { isEditable: !field.readOnly, hasSelection: field.selectionStart !== field.selectionEnd }
  const isEditable = target instanceof HTMLElement && target.isContentEditable
  return { isEditable, hasSelection: document.getSelection()?.isCollapsed === false }
}
