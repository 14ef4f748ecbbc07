/** The error of work that has not ended in time. */
export class NoAnswer extends Error {
  constructor(milliseconds: number) {
    super(`no answer within ${milliseconds / 1000} s`)
  }
}

/** Resolves as `work`. Rejects with `NoAnswer` when it takes longer; it goes on then. */
export async function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer(milliseconds)), milliseconds)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
