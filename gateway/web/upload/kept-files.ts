import type { UploadTarget } from './target.ts'

/** A file that is being uploaded, as this browser keeps it across a reload. */
export interface KeptFile {
  readonly id: string
  readonly me: number
  readonly place: NonNullable<UploadTarget['place']>
  readonly file: File
}

const NAME = 'loquat-uploads'
const FILES = 'files'
/** Larger files are not stored: after a reload the user chooses them again. */
const MOST_BYTES = 512 * 1024 * 1024

/** The start of the keys under which the library of uploads stores their addresses. */
const ADDRESSES = 'tus::loquat upload '

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(FILES, { keyPath: 'id' })
  return resultOf(request)
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function withFiles<T>(
  mode: IDBTransactionMode,
  use: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open()
    try {
      return await resultOf(use(database.transaction(FILES, mode).objectStore(FILES)))
    } finally {
      database.close()
    }
  } catch {
    // Private windows and full disks store nothing; the upload itself continues.
    return undefined
  }
}

/** Whether the browser keeps a file of this size. */
export const isKept = ({ size }: File): boolean => size <= MOST_BYTES

export async function keepFile(kept: KeptFile): Promise<void> {
  if (isKept(kept.file)) await withFiles('readwrite', (files) => files.put(kept))
}

/**
 * Deletes a file from this browser, and then the address of its upload: a page that finds the file still
 * finds out that the server has it already.
 */
export async function forgetFile(id: string): Promise<void> {
  await withFiles('readwrite', (files) => files.delete(id))
  try {
    for (const key of Object.keys(localStorage))
      if (key.startsWith(ADDRESSES + id)) localStorage.removeItem(key)
  } catch {
    // Forbidden storage has none.
  }
}

/** The files of an account whose upload has not ended. */
export async function keptFiles(me: number): Promise<readonly KeptFile[]> {
  const all = (await withFiles('readonly', (files) => files.getAll() as IDBRequest<KeptFile[]>)) ?? []
  return all.filter((one) => one.me === me)
}

/** Deletes the files of an account from this browser. */
export async function forgetFilesOf(me: number): Promise<void> {
  for (const { id } of await keptFiles(me)) await forgetFile(id)
}
