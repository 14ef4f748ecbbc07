import type { Readable } from 'node:stream'
import type { PublicNetwork } from '../../../../platform/net/public-network.ts'
import type { Row } from '../../../exports/archive/column.ts'
import type { Source } from '../source/source.ts'
import type { PictureMaker } from './pictures.ts'
import type { Report } from './report.ts'

/** A record of our own archive, with the ids that the other product gave to things. */
export interface ArchiveRecord {
  /** The name of a table of `exports/archive/tables.ts`. */
  readonly table: string
  /** Some or all of the table's columns; each record of a table has the same ones. */
  readonly row: Row
  /** The bytes of the row's files, by their role. A role whose bytes are missing is absent. */
  readonly files?: Readonly<Record<string, () => Promise<Readable> | Readable>>
}

/**
 * A record, or some of them. A record that is yielded alone takes as much time as its check, because each
 * generator between the reader and the writer waits for it.
 */
export type ArchiveRecords = ArchiveRecord | readonly ArchiveRecord[]

/** The organization as its former server knew it. Addresses in its messages begin with the URL. */
export interface FormerRealm {
  readonly id: number
  readonly subdomain: string
  readonly url: string
}

/** The former server, for files that the archive names and does not have. */
export interface Remote {
  /** A secret that gives access to it. */
  readonly token: string
  readonly network: Pick<PublicNetwork, 'fetch'>
  /** Where fetched files are. They stay there after an interruption. */
  readonly folder: string
  /** Waits before a request is tried again. */
  readonly pause?: (ms: number) => Promise<unknown>
}

/** The tools of a format's reader. */
export interface ReadingContext {
  readonly source: Source
  /** An empty folder for data that does not fit into memory. It is deleted afterwards. */
  readonly work: string
  readonly report: Report
  readonly pictures: PictureMaker
  /** The address of the former server, when the caller knows it. */
  readonly formerUrl?: string
  /** The address of the person who becomes the owner, when the archive names no owner. */
  readonly owner?: string
  /** The former server, when the caller has access to it. */
  readonly remote?: Remote
  /** The names of the wanted teams of an archive with teams; empty or absent for all. */
  readonly teams?: readonly string[]
  /** Maps the address of an external picture or video to the address that clients load. */
  readonly mediaSource?: (url: string) => string
  /**
   * Called now and then with the number of bytes read, each of which is read a few times, and their total.
   */
  readonly onProgress: (done: number, total: number) => void
}

/** An archive whose small lists are read. */
export interface Reading {
  readonly realm: FormerRealm
  /**
   * Yields the records of the organization in the order of `TABLES`, ids ascending. A record that has a wrong
   * form, refers to nothing or is there twice is left out and counted by whoever stores it.
   */
  records(): AsyncIterable<ArchiveRecords>
}

/** Reads the archives of one product. */
export interface Reader {
  /** The name for `--from`, which is also the name of its folder. */
  readonly name: string
  /** The name of the product. */
  readonly title: string
  /** Whether an archive is of this format, by the names of its files. */
  recognize(source: Source): boolean
  /**
   * Reads the people, channels and settings. Throws `ArchiveError` when the archive lacks a required part.
   */
  read(context: ReadingContext): Promise<Reading>
}

/** The format that the import stores as it is. */
export interface OwnReader extends Pick<Reader, 'name' | 'title' | 'recognize'> {
  readonly isOurOwn: true
}
