import { fileURLToPath } from 'node:url'
import { FLOORS } from '../../floors.ts'
import { checkFloors } from './check-floors.ts'

// Prints the faults of the product's folders, and fails if there are any: a part of `npm run lint`.
const faults = checkFloors(fileURLToPath(new URL('../..', import.meta.url)), FLOORS)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
