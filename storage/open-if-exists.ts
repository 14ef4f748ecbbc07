import type { Readable } from 'node:stream'
import { type Storage, StorageError } from './storage.ts'

/**
 * Opens a stored file; resolves to undefined when it is missing. Rejects with `StorageError` when the store
 * fails.
 */
export async function openIfExists(storage: Storage, key: string): Promise<Readable | undefined> {
  try {
    return await storage.get(key)
  } catch (error) {
    if (error instanceof StorageError && error.failure === 'missing') return undefined
    throw error
  }
}
