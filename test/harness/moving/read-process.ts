import { readArchive } from './import-archive.ts'

/** Reads the archive `process.argv[2]` with the folder `process.argv[3]`, as a process that a test kills. */
process.stdout.write('begun\n')
await readArchive(process.argv[2]!, process.argv[3]!)
process.stdout.write('done\n')
