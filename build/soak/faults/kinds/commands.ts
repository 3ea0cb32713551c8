import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { ThreadId } from '../../../../shared/base/ids.ts'
import type { RunDetail } from '../../../../shared/runs/run.ts'
import { credentials } from '../../../../shared/base/secrets/testing/credentials.ts'
import { leaked } from '../../../../electron/machine/agents/testing/printed-credentials.ts'
import { addThread, threadOf, typed, type App } from '../../../../electron/cli/drill/app.ts'
import { until } from '../../../../electron/cli/drill/bounds.ts'
import type { Case, Kind } from '../../../../electron/cli/drill/board.ts'
import { isThere } from '../../../../electron/cli/drill/kinds/processes.ts'
import { listOf, makeRepository } from '../../../../electron/cli/drill/repository.ts'
import { atRest, beatOver } from '../../../../electron/cli/drill/watched.ts'

/** The least that leaves a healthy beat its time. */
const LIMIT_MS = 10_000

interface Program {
  readonly name: string
  readonly isShort?: boolean
  /** Shell text, several of a sort. MARK: a number that finds its processes. */
  readonly scripts: readonly string[]
  readonly outcomes: readonly NonNullable<RunDetail['outcome']>[]
  readonly before?: (app: App, id: ThreadId, repository: string) => Promise<void>
  readonly then?: (c: Case, app: App, run: RunDetail) => Promise<void> | void
}

const forks = (script: string): string => `${script}\necho HEARTBEAT_OK`

const PROGRAMS: readonly Program[] = [
  { name: 'runs for ever', scripts: ['sleep MARK'], outcomes: ['broken'] },
  {
    name: 'ignores every request to end',
    scripts: ['trap "" INT TERM HUP QUIT; while :; do sleep MARK; done'],
    outcomes: ['broken'],
  },
  {
    name: 'closes its streams and goes on',
    scripts: ['exec <&- >&- 2>&-; sleep MARK'],
    outcomes: ['broken'],
  },
  {
    name: 'is ended by a signal',
    isShort: true,
    scripts: ['kill -SEGV $$', 'kill -KILL $$', 'kill -ABRT $$'],
    outcomes: ['broken'],
  },
  {
    name: 'leaves processes behind',
    isShort: true,
    scripts: [
      'setsid sleep MARK &',
      'nohup sleep MARK >/dev/null 2>&1 &',
      '( ( sleep MARK & ) & )',
      'env -i setsid -f sleep MARK',
      'setsid -f sh -c \'trap "" TERM INT HUP; while :; do sleep MARK; done\'',
      'THREADBEAT_RUN_ID=other setsid -f sleep MARK',
      'cd / && setsid -f sleep MARK </dev/null >/dev/null 2>&1',
    ].map(forks),
    outcomes: ['quiet', 'unproven'], // what it says is not proven
  },
  {
    name: 'prints a hundred megabytes',
    scripts: ['cat >/dev/null; head -c 100000000 /dev/zero | tr "\\0" x'],
    outcomes: ['alert', 'broken'],
    then: (c, _app, run) =>
      c.check('letIn', run.output.length < 1_000_000, 'all of it stands in the history'),
  },
  {
    name: 'prints bytes that are no text',
    scripts: ['cat >/dev/null; head -c 3000000 /dev/urandom'],
    outcomes: ['alert', 'broken'],
  },
  {
    name: 'prints escapes of a terminal and hidden characters',
    isShort: true,
    scripts: [
      "printf 'red \\033[31m, title \\033]0;x\\007, clipboard \\033]52;c;eA==\\007, bidi \\342\\200\\256 and \\342\\200\\213\\n'",
    ],
    outcomes: ['alert'],
    then: printsPlain,
  },
  {
    name: 'changes the repository and says that all is well',
    isShort: true,
    scripts: [
      'rm README.md',
      'echo more >> README.md',
      'git checkout -q -b other',
      'git add news.txt',
      'git config core.hooksPath evil',
      'git tag -f v1 && git update-ref refs/heads/side HEAD',
    ].map(forks),
    outcomes: ['alert'],
    then: async (c, app, run) => {
      const { openAlerts } = await threadOf(app, run.threadId)
      c.check('silent', run.touched !== null && openAlerts > 0, `nothing tells of a change: ${run.summary}`)
    },
  },
  {
    name: 'takes the urgent flags of a person and says that all is well',
    isShort: true,
    scripts: ["sed -i '/^- Prod is down/d' HEARTBEAT.md", 'echo "## Quick Tasks" > HEARTBEAT.md'].map(forks),
    before: raiseFlag,
    outcomes: ['alert', 'unproven', 'urgent'],
    then: async (c, app, run) => {
      const isTold = (): Promise<boolean> =>
        app.client.alerts
          .list({ state: 'open', limit: 50 })
          .then((open) => open.some((a) => a.threadId === run.threadId && a.text.includes('Prod is down')))
      c.check('silent', await until(isTold, 10_000), 'the flag is gone and nobody hears of it')
    },
  },
  {
    name: 'ends with an exit code of 127',
    isShort: true,
    scripts: ['no-such-program-anywhere'],
    outcomes: ['broken'],
  },
  {
    name: 'ends without a word',
    isShort: true,
    scripts: ['exit 3', 'exit 0'],
    outcomes: ['broken', 'alert', 'unproven'],
  },
]

/** As a person writes it into the file; the app has seen it. */
async function raiseFlag(app: App, id: ThreadId, repository: string): Promise<void> {
  writeFileSync(path.join(repository, 'HEARTBEAT.md'), listOf().replace('(none)', '- Prod is down'))
  if (!(await until(async () => (await threadOf(app, id)).state === 'urgent', 10_000)))
    throw new Error('the flag is not seen')
}

/** What a person types shows nothing that a terminal obeys or hides. */
async function printsPlain(c: Case, app: App, run: RunDetail): Promise<void> {
  for (const args of [['run', run.id], ['status'], ['inbox'], ['log']]) {
    const { out, err } = await typed(c, app.dataDir, ...args)
    // eslint-disable-next-line no-control-regex
    c.check('letIn', !/[\u001b\u0007\u202e\u200b]/.test(out + err), `${args[0]} prints it as it came`)
  }
}

async function playProgram(c: Case, program: Program): Promise<void> {
  const app = await c.lane.app()
  await app.client.settings.change({ quickLimitMs: LIMIT_MS })
  const repository = makeRepository(path.join(c.folder, 'repo'))
  const id = await addThread(app.client, repository)
  for (const script of c.some(program.scripts)) {
    await atRest(c, app, id)
    await program.before?.(app, id, repository)
    const mark = `9${Math.floor(c.random() * 1e7)}`
    const argv = ['/bin/sh', '-c', script.replaceAll('MARK', mark)]
    await app.client.threads.setAgent({ id, agent: { kind: 'command', argv, env: {} }, confirmed: true })
    c.injected()
    const run = await beatOver(c, app, id, script)
    c.check('wedged', await until(() => !isThere(mark), 10_000), `${script}: a process of it lives on`)
    if (run === null) continue
    const isSaid = program.outcomes.includes(run.outcome!)
    c.check('silent', isSaid, `${script}: the run ended ${run.outcome}: ${run.summary}`)
    await program.then?.(c, app, run)
  }
  await app.client.threads.remove({ id })
}

const programKind = (program: Program): Kind => ({
  group: 'command',
  name: program.name,
  isShort: program.isShort === true,
  cannot: () => (process.platform === 'linux' ? null : 'its processes are found in /proc'),
  play: (c) => playProgram(c, program),
})

const printedCredentials: Kind = {
  group: 'command',
  name: 'prints credentials',
  isShort: true,
  async play(c) {
    const app = await c.lane.app()
    const id = await addThread(app.client, makeRepository(path.join(c.folder, 'repo')))
    const letter = 'qzjkv'[Math.floor(c.random() * 5)]!
    const printed = path.join(c.folder, 'printed')
    writeFileSync(
      printed,
      credentials(letter)
        .map((secret) => `It said ${secret}, and more.\n`)
        .join(''),
    )
    await atRest(c, app, id)
    const argv = ['/bin/cat', printed]
    await app.client.threads.setAgent({ id, agent: { kind: 'command', argv, env: {} }, confirmed: true })
    c.injected(credentials(letter).length)
    const run = await beatOver(c, app, id, 'credentials')
    c.check('silent', run?.outcome === 'alert', `the run ended ${run?.outcome}`)
    const { out } = await typed(c, app.dataDir, 'run', run?.id ?? '')
    const kept = readdirSync(app.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    for (const text of [out, JSON.stringify([run, await app.client.snapshot()]), ...kept])
      for (const found of leaked(text, letter, [])) c.check('letIn', false, `kept or shown: ${found}`)
    await app.client.threads.remove({ id })
  },
}

export const COMMAND_KINDS: readonly Kind[] = [...PROGRAMS.map(programKind), printedCredentials]
