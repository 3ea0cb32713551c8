import { expect, it } from 'vitest'
import type { CliName } from '../../../../shared/agents/agent-names.ts'
import { effortOf, modelOf } from '../../../../shared/agents/presets.ts'
import { TIERS } from '../../../../shared/schedule/tier.ts'
import { args } from '../testing/cli-requests.ts'
import { cliConfig } from '../testing/specs.ts'

it.each<[CliName, readonly string[]]>([
  ['claude', ['--model', 'haiku']],
  ['codex', ['-m', 'gpt-6-luna', '-c', 'approval_policy="never"', '-c', 'model_reasoning_effort="low"']],
  ['copilot', ['--model=gpt-6-luna', '--reasoning-effort=low']],
])('name the cheapest model in beats of every tier: %s', (cli, expected) => {
  const agent = cliConfig(cli)
  for (const tier of TIERS) {
    const list = args(cli, { model: modelOf(agent, tier), effort: effortOf(agent, tier) })
    expect(list.join('\0'), tier).toContain(expected.join('\0'))
  }
  expect(args(cli, { model: modelOf(agent, 'message'), effort: effortOf(agent, 'message') })).toEqual(
    args(cli),
  )
  const chosen = cliConfig(cli, { models: { daily: 'big' } })
  expect(effortOf(chosen, 'daily'), 'the effort of the cheapest need not fit another').toBeNull()
})
