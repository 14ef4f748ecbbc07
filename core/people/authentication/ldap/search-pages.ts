import type { Client, Entry, SearchOptions, BerWriter as Writer } from 'ldapts'
import type { DirectoryConnection } from './connect.ts'

/** The control of a search by pages (RFC 2696, section 2). */
const PAGED_RESULTS = '1.2.840.113556.1.4.319'
/** Tags of a message: its controls (RFC 4511, section 4.1.1) and the end of a search (section 4.5.2). */
const CONTROLS = 0xa0
const SEARCH_DONE = 0x65

/**
 * Yields the entries of a search, page by page, until the directory says that there are no more. The library
 * stops at the first page without entries, although Active Directory sends such pages in between.
 */
export async function* searchPages(
  client: Client,
  connection: DirectoryConnection,
  base: string,
  options: SearchOptions,
  pageSize: number,
): AsyncGenerator<Entry[]> {
  const { Ber, BerWriter, Control } = await import('ldapts')
  class Page extends Control {
    readonly #cookie: Buffer

    constructor(cookie: Buffer) {
      // Not critical: a directory that knows no pages sends all at once.
      super(PAGED_RESULTS)
      this.#cookie = cookie
    }

    protected override writeControl(writer: Writer): void {
      const value = new BerWriter()
      value.startSequence()
      value.writeInt(pageSize)
      value.writeBuffer(this.#cookie, Ber.OctetString)
      value.endSequence()
      writer.writeBuffer(value.buffer, Ber.OctetString)
    }
  }
  let cookie: Buffer = Buffer.alloc(0)
  do {
    const { searchEntries } = await client.search(base, options, new Page(cookie))
    cookie = await cookieIn(connection.lastMessage)
    yield searchEntries
  } while (cookie.length > 0)
}

/** The cookie with which the next page is asked for; empty after the last page. */
async function cookieIn(message: Buffer): Promise<Buffer> {
  const { Ber, BerReader } = await import('ldapts')
  const none = Buffer.alloc(0)
  const reader = new BerReader(message)
  reader.readSequence()
  reader.readInt()
  if (reader.readSequence() !== SEARCH_DONE)
    throw new Error('the directory sends something after the end of a page')
  reader.offset += reader.length
  if (reader.remain <= 0 || reader.peek() !== CONTROLS) return none
  reader.readSequence(CONTROLS)
  while (reader.remain > 0) {
    reader.readSequence()
    const end = reader.offset + reader.length
    if (reader.readString() !== PAGED_RESULTS) {
      reader.offset = end
      continue
    }
    if (reader.peek() === Ber.Boolean) reader.readBoolean()
    const value = new BerReader(reader.readString(Ber.OctetString, true) ?? none)
    value.readSequence()
    value.readInt()
    return value.readString(Ber.OctetString, true) ?? none
  }
  return none
}
