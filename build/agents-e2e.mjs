/**
 * `npm run e2e:agents [-- claude|codex|copilot|opencode|gemini …]`: the whole product with the real agent CLIs against the
 * scripted model server. Installs the CLIs out of the npm registry into the cache; they are no dependency
 * of the app. AGENTS_BIN names a folder with all of them to use instead. Ends with one
 * line: N passed, N failed, N skipped.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { dependenciesInstalled, root } from './machine/machine.mjs'

const AGENTS = {
  '@anthropic-ai/claude-code': '2.1.330',
  '@openai/codex': '0.169.0',
  '@github/copilot': '1.0.102',
  'opencode-ai': '1.18.33',
  '@google/gemini-cli': '0.61.0',
}

if (!dependenciesInstalled())
  end({ passed: 0, failed: 1, skipped: 0 }, 'The dependencies are not installed. Run: npm ci')
const bin = path.resolve(
  process.env.AGENTS_BIN ||
    (await installed().catch((error) => end({ passed: 0, failed: 1, skipped: 0 }, error.message))),
)
const report = path.join(root, 'test-results', 'agents.json')
mkdirSync(path.dirname(report), { recursive: true })
rmSync(report, { force: true })
const args = [
  'run',
  '--config',
  'e2e/agents/vitest.config.ts',
  '--reporter=verbose',
  '--reporter=json',
  `--outputFile.json=${report}`,
  ...process.argv.slice(2),
]
spawnSync(process.execPath, [path.join(root, 'node_modules/vitest/vitest.mjs'), ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, AGENTS_BIN: bin },
})
end(counted())

/** → the folder of the programs, made once for these versions. */
async function installed() {
  const { cachedFolder } = await import('./machine/registry-package.mjs')
  const name = `agents-${Object.values(AGENTS).join('_')}-${process.platform}-${process.arch}`
  const folder = await cachedFolder(name, (made) => {
    console.error('Installing the agent CLIs out of the npm registry (about 1 GB) …')
    writeFileSync(path.join(made, 'package.json'), JSON.stringify({ private: true, dependencies: AGENTS }))
    npm(made, ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
    // These two put their programs in place by a script; no other one is needed.
    const placed = ['@anthropic-ai/claude-code', 'opencode-ai']
    npm(made, ['rebuild', ...placed, '--ignore-scripts=false', '--loglevel=error'])
  })
  return path.join(folder, 'node_modules', '.bin')
}

function npm(cwd, args) {
  const [command, ...first] = process.env.npm_execpath?.endsWith('.js')
    ? [process.execPath, process.env.npm_execpath]
    : ['npm']
  // npm must not take this checkout, which started it, for the place to work on.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^npm_config_(?:local_prefix|prefix)$|^npm_package_/i.test(name),
    ),
  )
  const { status } = spawnSync(command, [...first, ...args], {
    cwd,
    env,
    stdio: ['ignore', 2, 2],
    shell: command === 'npm' && process.platform === 'win32',
  })
  if (status !== 0)
    throw new Error(`The agent CLIs could not be installed: npm ${args[0]} ended with ${status}.`)
}

function counted() {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const { testResults, numPassedTests, numFailedTests, numPendingTests, numTodoTests } = JSON.parse(
    readFileSync(report, 'utf8'),
  )
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length // did not even load
  const failed = numFailedTests + brokenFiles
  return {
    passed: numPassedTests,
    failed: numPassedTests + failed === 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  } // a suite that ran nothing has failed
}

function end({ passed, failed, skipped }, why) {
  if (why) console.error(why)
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`)
  process.exit(failed > 0 || passed === 0 ? 1 : 0)
}
