import type { PictureDecoder } from './decoder.ts'
import { ImageError, needsProcess } from './picture.ts'
import { type ResultOf, type SmallPicture, TASKS } from './tasks.ts'

/**
 * Makes the versions of an avatar, emoji, icon or logo. libvips decodes most formats in threads of this
 * process; the others are decoded by slower code, in a process of its own. Throws an `ImageError`, also when
 * the image ends that process.
 */
export async function makeVersions<T extends SmallPicture>(
  decoder: PictureDecoder,
  task: T,
  bytes: Buffer,
): Promise<ResultOf<T>> {
  if (!needsProcess(bytes)) return (await TASKS[task](bytes)) as ResultOf<T>
  try {
    return await decoder.run(task, bytes)
  } catch (error) {
    throw error instanceof ImageError ? error : new ImageError('unreadable', error)
  }
}
