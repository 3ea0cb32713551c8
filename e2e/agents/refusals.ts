import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { inOrder } from '../harness/model-server.ts'
import type { TestedCli } from '../harness/model-server-clients.ts'
import type { products, Product } from './product.ts'
import { shellCall } from './shell-call.ts'

/** What a look-only beat was refused, and what a person is asked of it. */
export function refusalScenarios(cli: TestedCli, product: ReturnType<typeof products>): void {
  it('refuses what the profile does not allow, and asks a person', async () => {
    const p = await product(
      inOrder(shellCall(cli, 'touch stolen.txt'), shellCall(cli, 'git push . HEAD:refs/heads/stolen'), {
        say: 'I could not.',
      }),
    )
    const run = await p.beat()
    expect(run.touched).toBeNull()
    expect(readable(p, 'stolen.txt')).toBe(false)
    expect(run.turn?.refusals.map(({ label }) => label)).toEqual([
      expect.stringMatching(/touch stolen\.txt/),
      expect.stringMatching(/git push/),
    ])
    expect(run.turn?.unseenRefusals ?? null).toBeNull()
    expect(run.turn?.calls.map((c) => [c.kind, c.ok])).toEqual([
      ['command', false],
      ['command', false],
    ])
    expect(run.outcome).toBe('blocked')
    const asked = await p.client.permissions.list({ id: p.id })
    expect(asked.map((r) => r.decision)).toEqual(['asked', 'asked'])
    const push = asked.find(({ rule }) => rule.includes('git push'))
    expect(push?.allowable, 'a push is never offered').toBe(false)
    if (cli === 'codex') expect(keptRecords(p), 'the record of a beat is deleted').toEqual([])
  })

  if (cli !== 'codex') return
  it('tells of a session that goes on what this turn alone was refused', async () => {
    const p = await product(inOrder(shellCall(cli, 'touch /outside'), { say: 'I could not.' }))
    const first = await p.message('Touch it.')
    expect(first.turn?.refusals.map(({ rule }) => rule)).toEqual(['exec_command(touch /outside)'])
    p.server.play(() => ({ say: 'Nothing more.' }))
    const second = await p.message('And now?')
    expect(second.turn).toMatchObject({
      sessionId: first.turn?.sessionId,
      refusals: [],
      unseenRefusals: null,
    })
    expect(keptRecords(p), 'of a session that goes on it is kept').toHaveLength(1)
  })
}

/** What Codex keeps of its sessions. */
const keptRecords = (p: Product): readonly string[] =>
  readdirSync(path.join(p.home, 'codex/sessions'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  )

function readable(p: Product, name: string): boolean {
  try {
    readFileSync(p.file.replace(/HEARTBEAT\.md$/, name))
    return true
  } catch {
    return false
  }
}
