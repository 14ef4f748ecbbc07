import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import type { ZulipArchive } from './zulip-archive.ts'

/** Reads a whole archive of Zulip into memory, without the code of the import. */
export async function readZulipArchive(path: string): Promise<ZulipArchive> {
  const files = new Map<string, Buffer>()
  const unpacking = extract()
  createReadStream(path).pipe(createGunzip()).pipe(unpacking)
  for await (const entry of unpacking) {
    const chunks: Buffer[] = []
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    if (entry.header.type === 'file')
      files.set(entry.header.name.replace(/^[^/]*\//, ''), Buffer.concat(chunks))
  }
  const json = (name: string) => JSON.parse(String(files.get(name) ?? '{}'))
  const parts = [...files.keys()].filter((name) => /^messages-\d+\.json$/.test(name)).map(json)
  return {
    realm: json('realm.json'),
    messages: parts.flatMap((part) => part.zerver_message),
    received: parts.flatMap((part) => part.zerver_usermessage),
    attachments: json('attachment.json').zerver_attachment ?? [],
    files,
  }
}
