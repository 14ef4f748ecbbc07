/** One block of a stream of Server-Sent Events. A comment has no data. */
interface StreamBlock {
  readonly type: string
  readonly id: number | undefined
  readonly data: string
  readonly comments: readonly string[]
}

/** Reads blocks as the HTML standard says in "Interpreting an event stream". */
export class StreamBlocks {
  #rest = ''

  /** Returns the blocks that a piece of the stream completes. */
  read(text: string): StreamBlock[] {
    const blocks = (this.#rest + text).split('\n\n')
    this.#rest = blocks.pop()!
    return blocks.map(readBlock)
  }
}

function readBlock(block: string): StreamBlock {
  let type = 'message'
  let id: number | undefined
  const data: string[] = []
  const comments: string[] = []
  for (const line of block.split('\n')) {
    const [, name, value] = /^([^:]*): ?(.*)$/s.exec(line)!
    if (name === '') comments.push(value!)
    if (name === 'id') id = Number(value)
    if (name === 'event') type = value!
    if (name === 'data') data.push(value!)
  }
  return { type, id, data: data.join('\n'), comments }
}
