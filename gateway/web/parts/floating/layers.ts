/** Whether a dialog keeps the rest of the page from the reader. */
export const isDialogOpen = (): boolean => document.querySelector('dialog[open]') !== null

/** Whether a dialog or a menu is open, which takes the keys of the page. */
export const isLayerOpen = (): boolean =>
  document.querySelector('dialog[open], [popover]:popover-open') !== null
