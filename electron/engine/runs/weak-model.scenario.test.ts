import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../../../shared/agents/agent-turn.ts'
import type { GateMode } from '../../../shared/threads/modes.ts'
import { SECOND } from '../../../shared/base/time.ts'
import { randomFrom } from '../../../shared/playbook/testing/heartbeat-fuzz.ts'
import { checkOf } from '../../../shared/runs/check-id.ts'
import { TRACES } from '../../../shared/runs/evidence/traces.ts'
import type { AgentSpec } from '../ports/agents.ts'
import type { Scenario } from '../testing/scenario.ts'
import { CLAUDE, TEMPLATE, TURN, withAgent } from '../testing/with-agent.ts'

const SKIPS = 0.2
const PLANTED = 'Prod answers with 502 since noon'
const CHATTER = [
  'All tasks completed. Nothing needs attention.',
  'All checks passed.',
  'Everything is fine.',
  'No issues found.',
]

/** The call that shows that a line was looked at; two lines may need the same one. */
const lookOf = (line: string): string => {
  const check = checkOf(line)
  return check === null ? 'ls' : TRACES[check].calls[0]!
}

interface Life {
  /** Lines whose look was made, by key. */
  readonly worked: Set<string>
  saw: boolean // what was planted
  told: boolean // it, by a report or in words
}

/**
 * A small model that does what the prompt asks, but for each instruction one time in five: work a line, call `report`,
 * name a line by its key, say what was seen, leave out what it did not do, and reply with the token alone.
 */
async function weakModel(s: Scenario, spec: AgentSpec, random: () => number, planted: boolean) {
  const obeys = (): boolean => random() >= SKIPS
  const life: Life = { worked: new Set(), saw: false, told: false }
  const calls: ToolCall[] = []
  const reported: Parameters<ReturnType<Scenario['toolsOf']>['report']>[0]['tasks'][number][] = []
  const bad = planted ? spec.tasks[Math.floor(random() * spec.tasks.length)]?.key : undefined
  for (const task of spec.tasks) {
    const key = obeys() ? task.key : task.text
    if (!obeys()) {
      // What it did not do it leaves out, or claims.
      if (!obeys()) reported.push({ key, outcome: 'ok', evidence: obeys() ? 'It is fine.' : '' })
      continue
    }
    calls.push({ name: 'Bash', input: lookOf(task.text), kind: 'command', exitCode: 0, ok: true })
    const isBad = task.key === bad
    life.saw ||= isBad
    const evidence = obeys() ? 'Looked, and saw nothing new.' : ''
    reported.push(isBad ? { key, outcome: 'finding', evidence: PLANTED } : { key, outcome: 'ok', evidence })
  }
  if (obeys()) {
    life.told ||= life.saw
    const status = life.saw && obeys() ? 'attention' : 'ok'
    calls.push({ name: 'mcp__threadbeat__report', input: '{}', kind: 'own', exitCode: null, ok: true })
    await s.toolsOf(spec.runId).report({ status, tasks: reported, alerts: [], attachments: [] })
  }
  const made = new Set(calls.map(({ input }) => input))
  for (const { key, text } of spec.tasks) if (made.has(lookOf(text))) life.worked.add(key)
  const obeysReply = obeys()
  if (life.saw && obeysReply) life.told = true
  const calm = obeysReply ? 'HEARTBEAT_OK' : CHATTER[Math.floor(random() * CHATTER.length)]!
  const text = life.saw && obeysReply ? PLANTED : calm
  return { life, result: { text, silent: true, turn: { ...TURN, calls, callCount: calls.length } } }
}

/** Whether what the app made of it is right: bad news is told, and nothing is called quiet that was not looked at. */
function isRight(life: Life, lines: number, outcome: string, alerts: readonly string[]): boolean {
  if (life.saw) return outcome === 'alert' && alerts.some((text) => text.includes(PLANTED))
  if (life.worked.size === lines) return outcome === 'quiet'
  return outcome === 'unproven'
}

/** The first beat of a new thread with the template. */
async function firstBeat(gate: GateMode, random: () => number) {
  const seen: { life: Life; lines: number }[] = []
  const script = async (spec: AgentSpec) => {
    const { life, result } = await weakModel(s, spec, random, random() < 0.5)
    seen.push({ life, lines: spec.tasks.length })
    return result
  }
  const { s, id } = await withAgent(script, CLAUDE, TEMPLATE, gate)
  s.engine.wake(id, 'manual', 'daily')
  s.engine.tick()
  await s.clock.advance(SECOND)
  const outcome = s.runs(id)[0]?.outcome ?? 'none'
  const alerts = s.store.threads.facts(id).alerts.map(({ text }) => text)
  if (seen[0] === undefined) throw new Error('no agent was started')
  return { ...seen[0], outcome, alerts }
}

const BEATS = 120
/** Names the whole run; another one: SEED=… */
const seed = Number(process.env['SEED'] ?? 20_261_127)

describe.each<[GateMode, string]>([
  ['needed', 'the lines that the app leaves'],
  ['changes', 'all lines of the template'],
])('a model that skips one instruction in five, %s: %s', (gate) => {
  it('still ends right in 95 of 100 beats, and never quietly over what it saw', async () => {
    console.log(`weak model seed: ${seed}`)
    const random = randomFrom(seed)
    const wrong: string[] = []
    let silent = 0
    for (let n = 0; n < BEATS; n++) {
      const { life, lines, outcome, alerts } = await firstBeat(gate, random)
      if (!isRight(life, lines, outcome, alerts))
        wrong.push(life.saw && !life.told ? `${outcome}, kept to itself` : outcome)
      if (life.told && outcome === 'quiet') silent++
    }
    console.log(`weak model: ${BEATS - wrong.length} of ${BEATS} right; else ${wrong.join('; ')}`)
    expect(silent).toBe(0)
    expect(wrong.length / BEATS).toBeLessThanOrEqual(0.05)
  })
})
