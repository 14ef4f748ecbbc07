/** Attributes of a form that opened in the place of what it changes: Escape closes it, as its button does. */
export const closedByEscape = (onClose: () => void) => ({
  onKeyDown: (event: KeyboardEvent) => {
    // Suggestions and dialogs above the form are closed before.
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.stopPropagation()
    onClose()
  },
})
