import type { S3 } from '@aws-sdk/client-s3'

/** The form of storage keys; other keys belong to other users of the bucket. */
const STORAGE_KEY = /^[a-z0-9-]{4,}$/

interface BucketClient {
  readonly client: S3
  readonly bucket: string
}

/**
 * Makes the client abort the multipart uploads whose creation S3 has answered in vain: the client creates
 * another one when an answer is lost, and knows the id of the last one only.
 */
export function abortUnansweredUploads({ client, bucket }: BucketClient): void {
  client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (commandName !== 'CreateMultipartUploadCommand') return next(args)
        const { Key: key } = args.input as { readonly Key: string }
        try {
          const result = await next(args)
          const { $metadata, UploadId: kept } = result.output as {
            readonly $metadata: { readonly attempts?: number }
            readonly UploadId?: string
          }
          if (($metadata.attempts ?? 1) > 1)
            await abortUploads({ client, bucket }, key, kept).catch(leaveToSweep)
          return result
        } catch (error) {
          // The caller learns of the failure at once; S3 may not answer this either.
          void abortUploads({ client, bucket }, key).catch(leaveToSweep)
          throw error
        }
      },
    { step: 'initialize', name: 'abortUnansweredUploads' },
  )
}

/** `abortOldUploads` finds uploads that cannot be aborted now. */
const leaveToSweep = () => undefined

/** Aborts all multipart uploads under a key but one. */
async function abortUploads({ client, bucket }: BucketClient, key: string, kept?: string): Promise<void> {
  for await (const upload of uploadsIn({ client, bucket }, key)) {
    if (upload.key === key && upload.id !== kept) await abort({ client, bucket }, upload)
  }
}

/**
 * Aborts the multipart uploads under storage keys that were begun before a time, in milliseconds. Resolves to
 * their number.
 */
export async function abortOldUploads({ client, bucket }: BucketClient, before: number): Promise<number> {
  let count = 0
  for await (const upload of uploadsIn({ client, bucket }, '')) {
    if (!STORAGE_KEY.test(upload.key) || upload.begunAt >= before) continue
    await abort({ client, bucket }, upload)
    count++
  }
  return count
}

interface MultipartUpload {
  readonly key: string
  readonly id: string
  /** Milliseconds since 1970. */
  readonly begunAt: number
}

async function* uploadsIn({ client, bucket }: BucketClient, prefix: string): AsyncGenerator<MultipartUpload> {
  let after: { KeyMarker?: string; UploadIdMarker?: string } = {}
  for (;;) {
    const page = await client.listMultipartUploads({ Bucket: bucket, Prefix: prefix, ...after })
    for (const { Key: key, UploadId: id, Initiated } of page.Uploads ?? []) {
      if (key !== undefined && id !== undefined)
        yield { key, id, begunAt: Initiated?.getTime() ?? Number.POSITIVE_INFINITY }
    }
    if (!page.IsTruncated || page.NextKeyMarker === undefined) return
    after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
  }
}

async function abort({ client, bucket }: BucketClient, { key, id }: MultipartUpload): Promise<void> {
  await client.abortMultipartUpload({ Bucket: bucket, Key: key, UploadId: id }).catch((error) => {
    if ((error as { name?: unknown }).name !== 'NoSuchUpload') throw error
  })
}
