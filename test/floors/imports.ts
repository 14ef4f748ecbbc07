import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import ts from 'typescript-5'

/** One import of one file: of values or types, static or dynamic, or an `export … from`. */
export interface Import {
  readonly file: string
  readonly line: number
  /** Path of the imported file below the root, or the name of a package. */
  readonly target: string
  readonly isPackage: boolean
}

const lineAt = (text: string, position: number): number => {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1)) line++
  return line
}

/** The imports of one file below `root`. */
export const importsOf = (root: string, file: string): Import[] => {
  const text = readFileSync(join(root, file), 'utf8')
  return ts.preProcessFile(text, true, false).importedFiles.map(({ fileName, pos }) => {
    const isPackage = !fileName.startsWith('.')
    const [path = ''] = fileName.split('?')
    const target = isPackage ? fileName : posix.join(posix.dirname(file), path)
    return { file, line: lineAt(text, pos), target, isPackage }
  })
}
