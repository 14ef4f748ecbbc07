import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { pack } from 'tar-stream'

/** The files of an archive by name. */
export type ArchiveFiles = ReadonlyMap<string, string | Buffer>

/** Writes files into a tar file that is packed with gzip. `extra` adds entries that are no files. */
export async function writeTarGz(
  path: string,
  files: ArchiveFiles,
  extra: (tar: ReturnType<typeof pack>) => void = () => undefined,
): Promise<void> {
  const tar = pack()
  const writing = pipeline([tar, createGzip(), createWriteStream(path)] as never)
  for (const [name, content] of files) tar.entry({ name }, content as Buffer)
  extra(tar)
  tar.finalize()
  await writing
}
