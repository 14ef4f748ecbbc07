import type { Rendered } from '../../../../content/markdown/render.ts'
import { showPictures, type UploadedPicture } from '../../../../content/uploads/pictures.ts'

/** The HTML of a message with the pictures that it links. */
export function htmlOf(rendered: Rendered, pictureAt: (path: string) => UploadedPicture | undefined): string {
  if (rendered.uploads.length === 0) return rendered.html
  const files = rendered.uploads.map((pathId) => ({ pathId, picture: pictureAt(pathId) ?? null }))
  return showPictures(rendered.html, files)
}
