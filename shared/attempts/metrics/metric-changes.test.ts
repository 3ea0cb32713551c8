import { expect, it } from 'vitest'
import { agentConfigSchema, type AgentConfig } from '../../agents/agent-config.ts'
import { changeWords, isDropped, limitNotice, metricChanges } from './metric-changes.ts'
import { NO_LIMITS } from '../limits.ts'
import { USUAL_METRIC, type MetricSpec } from '../metric.ts'

const SPEC: MetricSpec = {
  ...USUAL_METRIC,
  team: 'cycles',
  command: './bench',
  direction: 'lower',
  files: ['a.py'],
  limits: { ...NO_LIMITS, target: 5, workMs: 3_600_000 },
}

it('what a metric has otherwise than before is named, each setting by itself, and what is dropped', () => {
  const next: MetricSpec = {
    ...SPEC,
    command: null,
    folder: 'results',
    files: [],
    graceMs: null,
    limits: { ...SPEC.limits, target: null, runs: 9 },
  }
  const changes = metricChanges(SPEC, next)
  expect(changes.map(changeWords)).toEqual([
    'command ./bench -> none',
    'folder none -> results',
    'its own files a.py -> none',
    'target 5 -> none',
    'runs none -> 9',
    'grace 5 min -> never',
  ])
  expect(changes.filter(isDropped).map(({ name }) => name)).toEqual(['command', 'its own files', 'target'])
  expect(metricChanges(SPEC, SPEC)).toEqual([])
  expect(metricChanges(null, SPEC)).toEqual([])
})

it('a limit of money is told of where the cost of the runner is not known, and only there', () => {
  const limited = { limits: { ...NO_LIMITS, usd: 5 } }
  const command: AgentConfig = { kind: 'command', argv: ['/usr/bin/agent', '-p'], env: {} }
  const cli = (name: 'claude' | 'local-model') => agentConfigSchema.parse({ kind: 'cli', cli: name })
  expect(limitNotice(limited, command)).toBe(
    'The cost of /usr/bin/agent is not known, so the limit of $5 is never reached.',
  )
  expect(limitNotice(limited, cli('local-model'))).toContain('is not known')
  expect(limitNotice(limited, cli('claude'))).toBeNull()
  expect(limitNotice({ limits: NO_LIMITS }, command)).toBeNull()
})
