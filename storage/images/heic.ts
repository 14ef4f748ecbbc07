import type { Pixels } from './bmp.ts'

/** The library's result, which its types leave out in part. */
interface HeicImages extends Iterable<{ width: number; height: number; decode: () => Promise<Pixels> }> {
  readonly dispose: () => void
}

/**
 * Decodes the first image of a HEIC file, upright. libvips has no decoder of HEVC, so this uses libheif in
 * WebAssembly. Throws when the file is unreadable or the image has more than `maxPixels`. It takes about 15
 * bytes of memory for each pixel, which the process keeps: call it in the decoder process.
 */
export async function decodeHeic(bytes: Buffer, maxPixels: number): Promise<Pixels> {
  // Loaded at the first image, because the library has 3 MiB.
  const { default: decode } = await import('heic-decode')
  const images = (await decode.all({ buffer: bytes })) as unknown as HeicImages
  try {
    const [image] = images
    if (image === undefined) throw new Error('no image')
    if (image.width * image.height > maxPixels) throw new Error('exceeds pixel limit')
    return await image.decode()
  } finally {
    images.dispose()
  }
}
