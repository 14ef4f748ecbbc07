#!/usr/bin/env node
// Reads the JSON reports of vitest.
//
// - `results.mjs failed REPORT` prints the files that failed, one a line.
// - `results.mjs count TESTS CONTRACT REPORT REPORT` prints the unsteady tests and "N passed, N failed". It
//   exits with 1 after a failure. TESTS and CONTRACT are the exit statuses of vitest and of the contract
//   check, which counts as a test. The second report, if there is one, is of the files that ran again.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** The results of the files of a report; none when the run ended before it was written. */
function read(report) {
  try {
    return JSON.parse(readFileSync(report, 'utf8')).testResults.map((file) => ({
      ...file,
      name: relative('.', file.name),
    }))
  } catch {
    return []
  }
}

const hasFailed = (result) => result.status === 'failed'

function count(testsStatus, contractStatus, report, reportOfAgain) {
  const all = read(report)
  const again = new Map(read(reportOfAgain).map((file) => [file.name, file]))
  for (const file of all) {
    if (!hasFailed(file) || !again.has(file.name) || hasFailed(again.get(file.name))) continue
    const tests = file.assertionResults.filter(hasFailed).map((test) => test.fullName)
    for (const test of tests.length > 0 ? tests : ['the file']) console.log(`unsteady: ${file.name}: ${test}`)
  }
  const files = all.map((file) => again.get(file.name) ?? file)
  const tests = files.flatMap((file) => file.assertionResults)
  const brokenFiles = files.filter((file) => hasFailed(file) && !file.assertionResults.some(hasFailed))
  const failedTests = tests.filter(hasFailed).length + brokenFiles.length
  // Without a failed test, vitest fails for an error outside the tests.
  const failedOutside = testsStatus !== '0' && failedTests === 0 ? 1 : 0
  const [contractPassed, contractFailed] = contractStatus === '0' ? [1, 0] : [0, 1]
  const failed = failedTests + failedOutside + contractFailed
  const passed = tests.filter((test) => test.status === 'passed').length + contractPassed
  console.log(`\n${passed} passed, ${failed} failed`)
  process.exitCode = failed === 0 ? 0 : 1
}

const [command, ...rest] = process.argv.slice(2)
if (command === 'failed') for (const file of read(rest[0]).filter(hasFailed)) console.log(file.name)
else count(...rest)
