import fc from 'fast-check'

/** How many times as many cases as usual properties check: `npm run test:deep` sets it. */
export const DEPTH = Number(process.env.LOQUAT_DEPTH ?? 1)

/**
 * Checks an asynchronous property without shrinking, for cases that are long and depend on timing.
 * `numRuns`: the usual number of cases. The error of a failure names the seed and path that reproduce the
 * case (`LOQUAT_SEED=… LOQUAT_PATH=…`). With `fixedSeed`, each run checks the same cases unless LOQUAT_SEED
 * asks for others.
 */
export async function checkProperty<T>(
  cases: fc.Arbitrary<T>,
  numRuns: number,
  predicate: (given: T) => Promise<void>,
  fixedSeed?: number,
): Promise<void> {
  const { LOQUAT_SEED: seed, LOQUAT_PATH: path } = process.env
  const result = await fc.check(fc.asyncProperty(cases, predicate), {
    numRuns: numRuns * DEPTH,
    endOnFailure: true,
    ...(fixedSeed !== undefined && { seed: fixedSeed }),
    ...(seed !== undefined && { seed: Number(seed), path }),
  })
  if (!result.failed) return
  const cause = result.errorInstance as Error
  const error = new Error(
    `LOQUAT_SEED=${result.seed} LOQUAT_PATH=${result.counterexamplePath}: ${cause.message}`,
    { cause },
  )
  error.stack = `${error.message}\n${cause.stack}`
  throw error
}
