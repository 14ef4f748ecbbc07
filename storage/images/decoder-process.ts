import { ImageError } from './picture.ts'
import { TASKS, type Task } from './tasks.ts'

/*
 * The child process of a `PictureDecoder` that decodes uploaded images. An image that crashes, blocks or
 * exhausts it does not affect the parent process.
 */

interface Request {
  readonly task: Task
  readonly bytes: Uint8Array
}

process.on('message', async ({ task, bytes }: Request) => {
  try {
    const result = await TASKS[task](Buffer.from(bytes))
    process.send?.({ result, memory: process.memoryUsage.rss() })
  } catch (error) {
    const failure = error instanceof ImageError ? error.failure : undefined
    process.send?.({ failure, reason: String(error) })
  }
})
process.on('disconnect', () => process.exit())
