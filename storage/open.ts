import { join } from 'node:path'
import type { Config } from '../config/environment.ts'
import { FolderStorage } from './folder/folder.ts'
import type { Storage } from './storage.ts'

/** Where this server keeps uploaded bytes: the bucket that is configured, else a folder in the data directory. */
export async function openStorage(config: Config): Promise<Storage> {
  if (config.s3Bucket !== undefined) {
    // Loaded where it is used: Amazon's client is the largest part of all.
    const { S3Storage } = await import('./s3/s3.ts')
    return new S3Storage({ ...config, s3Bucket: config.s3Bucket })
  }
  return FolderStorage.open(join(config.dataDir, 'uploads'))
}
