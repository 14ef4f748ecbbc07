import type { Readable } from 'node:stream'
import { type Storage, StorageError } from './storage.ts'

/** The bytes under a key; undefined when there are none. Rejects with `StorageError` when the store fails. */
export async function openIfThere(storage: Storage, key: string): Promise<Readable | undefined> {
  try {
    return await storage.get(key)
  } catch (error) {
    if (error instanceof StorageError && error.failure === 'missing') return undefined
    throw error
  }
}
