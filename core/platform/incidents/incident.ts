import type { IncidentName } from './catalogue.ts'
import type { Severity } from './kinds/severity.ts'

/** One fault that a process has noticed. The same name with another subject is another fault. */
export interface Trouble {
  readonly name: IncidentName
  /** The subject of the fault, such as a host, a queue or a process; empty when there is only one. */
  readonly subject: string
  /** Unix milliseconds of the first sign. */
  readonly since: number
  /** Unix milliseconds of the newest sign. */
  readonly lastAt: number
  /** Number of signs, such as failed attempts. */
  readonly count: number
  /** The reason of the newest sign, without addresses of people; empty when nothing is known. */
  readonly reason: string
  /** The organization that is concerned; null when it is the whole server. */
  readonly realm: number | null
  /** How much people notice of it; absent when that is the usual severity of its kind. */
  readonly severity?: Severity
}

/** A fault of the whole server, as operators read it. */
export interface Incident {
  readonly name: IncidentName
  readonly severity: Severity
  /** The part of the sentence that differs between faults of one kind; empty when there is only one. */
  readonly subject: string
  /** The fault, in one sentence. */
  readonly sentence: string
  /** Unix milliseconds. */
  readonly since: number
  /** Unix milliseconds of the newest sign. */
  readonly lastAt: number
  readonly count: number
  /** The last reason; empty when nothing is known. */
  readonly reason: string
  /** The remedy, in one or two sentences. */
  readonly remedy: string
  /** Address of the section that says more about it, on this server. */
  readonly link: string
  /** The subdomain or id of the organization, where one is concerned. */
  readonly organization?: string
  /** The incidents that this one explains: they end with it. */
  readonly effects?: readonly Incident[]
}
