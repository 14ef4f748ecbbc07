import { setTimeout as sleep } from 'node:timers/promises'
import { type Broadcaster, startBroadcaster } from './bare.ts'
import { Connection } from './load.ts'
import { processTree } from './process-tree.ts'

const PER_SECOND = 250
const BYTES = 700

/**
 * Answers of a bare uWebSockets.js in a process of its own, whose processor time tells how fast the machine
 * is just now.
 */
export class BareAnswers {
  readonly #broadcaster: Broadcaster

  private constructor(broadcaster: Broadcaster) {
    this.#broadcaster = broadcaster
  }

  static async start(): Promise<BareAnswers> {
    const bare = new BareAnswers(await startBroadcaster())
    await bare.during(() => sleep(2_000)) // V8 compiles the code meanwhile.
    return bare
  }

  /**
   * Asks for answers evenly until the work is done. Returns the microseconds of processor time of one answer.
   */
  async during<T>(work: () => Promise<T>): Promise<{ result: T; microseconds: number }> {
    const connection = await Connection.open(this.#broadcaster.port)
    const used = () => processTree(this.#broadcaster.pid)[0]!.processorMs * 1000
    const [before, began] = [used(), performance.now()]
    let isDone = false
    let answers = 0
    const asking = async () => {
      while (!isDone) {
        await connection.request('GET', `/answer/${BYTES}`, 'nobody')
        answers += 1
        await sleep(Math.max(0, began + (answers * 1000) / PER_SECOND - performance.now()))
      }
    }
    const [result] = await Promise.all([work().finally(() => (isDone = true)), asking()])
    connection.close()
    return { result, microseconds: (used() - before) / answers }
  }

  stop(): void {
    this.#broadcaster.stop()
  }
}
