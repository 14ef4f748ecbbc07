import { isConsequence } from './failures.ts'

type Results<Reads extends readonly unknown[]> = { -readonly [Index in keyof Reads]: Awaited<Reads[Index]> }

/**
 * Waits for statements that share a round trip, as `Promise.all` does, but until all have ended. In a
 * transaction, the first that fails makes the later ones fail too: throws its error, whichever arrives first.
 */
export async function allOf<const Reads extends readonly unknown[]>(reads: Reads): Promise<Results<Reads>> {
  const settled = await Promise.allSettled(reads)
  const failures = settled.flatMap((read) => (read.status === 'rejected' ? [read.reason] : []))
  if (failures.length > 0) throw failures.find((failure) => !isConsequence(failure)) ?? failures[0]
  return settled.map((read) => (read as PromiseFulfilledResult<unknown>).value) as Results<Reads>
}
