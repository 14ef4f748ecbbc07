import type { Square } from './square.ts'

/** The pixels of a side. The server keeps no larger picture of a person. */
const MAX_PIXELS = 500
const JPEG_QUALITY = 0.92

/** Loads a chosen picture. Undefined when this browser cannot show it. The caller revokes its address. */
export async function loadPicture(file: Blob): Promise<HTMLImageElement | undefined> {
  const image = new Image()
  image.src = URL.createObjectURL(file)
  try {
    await image.decode()
  } catch {
    URL.revokeObjectURL(image.src)
    return undefined
  }
  if (image.naturalWidth > 0 && image.naturalHeight > 0) return image
  URL.revokeObjectURL(image.src)
  return undefined
}

/** The part of a picture as a file: a photograph stays JPEG, anything else becomes PNG. */
export async function drawSquare(image: HTMLImageElement, square: Square, file: File): Promise<File> {
  const pixels = Math.max(1, Math.min(MAX_PIXELS, Math.round(square.side)))
  const canvas = document.createElement('canvas')
  canvas.width = pixels
  canvas.height = pixels
  const context = canvas.getContext('2d')!
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, square.x, square.y, square.side, square.side, 0, 0, pixels, pixels)
  const type = file.type === 'image/jpeg' ? 'image/jpeg' : 'image/png'
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY))
  // Without memory for the canvas, the server cuts the picture itself.
  if (blob === null) return file
  const name = `${file.name.replace(/\.\w+$/, '')}.${type === 'image/jpeg' ? 'jpg' : 'png'}`
  return new File([blob], name, { type })
}
