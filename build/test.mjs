/**
 * `npm test`: everything, on a machine that has only Node and npm. Ends with one line: N passed, N failed,
 * N skipped. Counted are single tests; types, format, shape, lint and unused code count as one failed test
 * each when they fail.
 */
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { dependenciesInstalled, root } from './machine/machine.mjs'

if (!dependenciesInstalled()) {
  console.error('The dependencies are not installed. Run: npm ci')
  process.exit(1)
}
const { runE2e } = await import('./e2e.mjs')
const { testStoreOnNode24 } = await import('./node24.mjs')
const { resolveNode24 } = await import('./machine/node-runtime.mjs')

const results = path.join(root, 'test-results')
const unhandledErrors = path.join(results, 'unhandled-errors.json')
process.env.THREADBEAT_UNHANDLED_ERRORS = unhandledErrors
const inherit = { cwd: root, stdio: 'inherit' }
const total = { passed: 0, failed: 0, skipped: 0 }
/** What the end of the output says: a log that was cut off still names what failed. */
const troubles = []

rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

// None of the steps has work for two cores; what is fetched and installed beside them waits for the network.
const steps = [
  step('types')
    .then(() => step('format:check'))
    .then(() => step('shape')),
  step('lint').then(() => step('knip')),
]
const machine = exitCode(
  spawn(process.execPath, [path.join(root, 'build/machine/system-libraries.mjs')], inherit),
)
await resolveNode24().catch(() => null) // its suite says why
await Promise.all(steps)
if ((await machine) !== 0) finishEarly('Electron or system packages are missing, see above.')

await suite('unit tests', 'unit.json', countVitest, (json) => npmRun('unit', ['--', ...reporters(json)]))
await suite('store on Node 24', 'node24.json', countVitest, (json) => testStoreOnNode24(reporters(json)))
await suite('end to end', 'e2e.json', countPlaywright, () => runE2e())
finish()

function npm(script, args = []) {
  const own = process.env.npm_execpath
  const [command, ...first] = own ? [process.execPath, own] : ['npm']
  return [
    command,
    [...first, 'run', '--silent', script, ...args],
    { ...inherit, shell: !own && process.platform === 'win32' },
  ]
}
function npmRun(script, args) {
  return spawnSync(...npm(script, args)).status ?? 1
}

/** Of Vitest: for the eye, for the sum, and what the JSON of Vitest leaves out. */
function reporters(json) {
  return [
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${json}`,
    `--reporter=${path.join(root, 'build/unhandled-errors.mjs')}`,
  ]
}

async function step(name) {
  console.error(`\n── ${name}`)
  if ((await exitCode(spawn(...npm(name)))) === 0) return
  troubles.push(`${name} failed`)
  total.failed++
}

/** → the exit code; 1 where it did not even start. */
function exitCode(child) {
  return new Promise((resolve) =>
    child.on('error', () => resolve(1)).on('close', (code) => resolve(code ?? 1)),
  )
}

/** Runs one suite and adds what its report says. A suite that ran nothing has failed. */
async function suite(name, report, count, run) {
  console.error(`\n── ${name}`)
  const json = path.join(results, report)
  const ended = await Promise.resolve(run(json)).catch((error) => {
    console.error(error.message)
    return 1
  })
  if (typeof ended === 'string') {
    console.error(`Skipped: ${ended}`)
    total.skipped++
    return
  }
  const counted = readReport(json, count)
  const unhandled = readUnhandledErrors()
  total.passed += counted.passed
  total.failed += counted.failed
  total.skipped += counted.skipped
  if (counted.passed + counted.failed === 0) trouble(`${name}: no test ran`, counted)
  else if (ended !== 0 && counted.failed === 0)
    trouble([`${name}: ended with ${ended} although no test failed`, ...unhandled].join('\n'), counted)
  else if (counted.failed > 0)
    troubles.push(
      [`${name}: ${counted.failed} failed`, ...counted.names.map((failed) => `  ${failed}`)].join('\n'),
    )
}

function trouble(text, counted) {
  troubles.push(text)
  if (counted.failed === 0) total.failed++
}

function readReport(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return { passed: 0, failed: 0, skipped: 0, names: [] }
  }
}

/** Errors that no test of the last suite caught, a line each with the first place in the stack. */
function readUnhandledErrors() {
  if (!existsSync(unhandledErrors)) return []
  const errors = JSON.parse(readFileSync(unhandledErrors, 'utf8'))
  rmSync(unhandledErrors)
  return errors.map(({ name, message, stack }) => {
    const [place = ''] = /^ +at .*$/m.exec(stripVTControlCharacters(stack ?? '')) ?? []
    return `  ${name}: ${firstLine(message)}${place.replace(/^ +/, ' ')}`
  })
}

function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ) // did not even load
  const names = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter((test) => test.status === 'failed')
      .map(
        (test) => `${path.relative(root, name)} › ${test.fullName}: ${firstLine(test.failureMessages[0])}`,
      ),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    names: [
      ...names,
      ...broken.map((file) => `${path.relative(root, file.name)}: ${firstLine(file.message)}`),
    ],
  }
}

function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky, skipped, names: report.suites.flatMap(failedSpecs) }
}
function failedSpecs({ specs = [], suites = [] }) {
  return [
    ...specs
      .filter((spec) => !spec.ok)
      .map((spec) => `${spec.file} › ${spec.title}: ${firstLine(spec.tests[0]?.results[0]?.error?.message)}`),
    ...suites.flatMap(failedSpecs),
  ]
}

/** Of a message that may be coloured, may be missing and may be long. */
function firstLine(message) {
  return stripVTControlCharacters(message ?? '')
    .split('\n')[0]
    .slice(0, 300)
}

function finishEarly(reason) {
  console.error(reason)
  total.failed++
  finish()
}

function finish() {
  if (troubles.length > 0) console.log(`\n${troubles.join('\n')}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
  process.exit(total.failed > 0 || total.passed === 0 ? 1 : 0)
}
