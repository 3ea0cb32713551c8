import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CliConfig } from '../../../../shared/agents/agent-config.ts'
import type { AgentResult, AgentSpec, TurnSpec } from '../../../engine/ports/agents.ts'
import { makeRepository } from '../../../host/repositories.ts'
import { createAgentRunner } from '../agent-runner.ts'
import { findMarked, marksOf } from '../../process/marks.ts'
import { testFolder } from './folders.ts'
import { cliConfig, cliSpec, never, realClock } from './specs.ts'

interface Ran {
  readonly result: AgentResult
  readonly log: readonly string[] // what the program wrote by `log`
  readonly survivors: Awaited<ReturnType<typeof findMarked>>
}

/** Programs of this test file that stand for an agent; `around` puts a test's lines into one. */
export function standIns(cli: CliConfig['cli'], around: (body: string) => string) {
  const folder = testFolder()
  const runner = createAgentRunner(realClock)
  const repo = makeRepository(folder, 'repo', 'no_remote').then(({ path }) => path)
  let made = 0
  const fake = (body: string): string => {
    const path = join(folder, `fake-${++made}.cjs`)
    writeFileSync(
      path,
      `#!${process.execPath}
const fs = require('node:fs')
const log = (line) => fs.appendFileSync(__filename + '.log', line + '\\n')
${around(body)}
`,
      { mode: 0o755 },
    )
    return path
  }
  const run = async (
    body: string,
    turn: Partial<TurnSpec> = {},
    changes: Partial<AgentSpec> = {},
    agent: Partial<CliConfig> = {},
    signal = never,
  ): Promise<Ran> => {
    const program = fake(body)
    const spec = cliSpec(await repo, cliConfig(cli, { program, ...agent }), turn, changes)
    const result = await runner.run(spec, signal)
    const kept = `${program}.log`
    return {
      result,
      log: existsSync(kept) ? readFileSync(kept, 'utf8').trim().split('\n') : [],
      survivors: await findMarked(marksOf([spec.marker])),
    }
  }
  return { folder, repo, run }
}
