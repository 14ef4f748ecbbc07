import { join } from 'node:path'
import type { Config } from '../config/environment.ts'
import { FolderStorage } from './folder/folder.ts'
import type { Storage } from './storage.ts'

/**
 * Opens the storage of uploaded files: the configured S3 bucket, otherwise a folder in the data directory.
 */
export async function openStorage(config: Config): Promise<Storage> {
  if (config.s3Bucket !== undefined) {
    // Loaded on demand, because the AWS client is the largest dependency.
    const { S3Storage } = await import('./s3/s3.ts')
    return new S3Storage({ ...config, s3Bucket: config.s3Bucket })
  }
  return FolderStorage.open(join(config.dataDir, 'uploads'))
}

/** Where the files are, for operators: the store and its bucket, or the folder. */
export const storageName = ({ s3Bucket, s3Endpoint, dataDir }: Config): string =>
  s3Bucket === undefined ? dataDir : `${s3Endpoint ?? 'Amazon S3'}, bucket ${s3Bucket}`
