import { writeFile } from 'node:fs/promises'
import { describeDataModel } from './describe.ts'

/** Writes docs/data-model.md. */
await writeFile(new URL('../../docs/data-model.md', import.meta.url), await describeDataModel())
