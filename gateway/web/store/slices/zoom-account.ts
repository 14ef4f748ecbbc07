import { slice } from './slice.ts'

/** Whether the reader has connected a Zoom account. */
export const hasZoomAccount = slice<boolean>({
  from: ({ has_zoom_token }) => has_zoom_token,
  apply: (state, event) => (event.type === 'has_zoom_token' ? event.value : state),
})
