import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { harmfulCalls } from './harm/calls.ts'
import { verdictOf } from './harm/harm.ts'
import { makePlaces } from './harm/places.ts'
import { products } from './product.ts'

describe('a program of one’s own, which nothing restricts', () => {
  const product = products('claude')

  it('is told of each thing that it changed', { timeout: 300_000 }, async () => {
    const p = await product(() => ({ say: 'x' }))
    const places = await makePlaces(p.repo, p.home)
    const line = path.join(p.home, 'line')
    mkdirSync(p.home, { recursive: true })
    const script = path.join(p.home, 'own.sh')
    writeFileSync(script, `#!/bin/sh\ncat > /dev/null\n. ${line} > /dev/null 2>&1\necho HEARTBEAT_OK\n`, {
      mode: 0o755,
    })
    await p.client.threads.setAgent({
      id: p.id,
      confirmed: true,
      agent: { kind: 'command', argv: [script], env: { HOME: p.home } },
    })
    const untold: string[] = []
    for (const [name, command] of harmfulCalls(places.other, places.remote)) {
      writeFileSync(line, `${command}\n`)
      const verdict = await verdictOf(places, () => p.beat('quick', { anyway: true }))
      if (verdict !== 'told') untold.push(name)
    }
    const { versions } = await p.client.doc.versions({ id: p.id })
    expect(
      versions.some((v) => v.author === 'run' && v.added > 0),
      'its list is its own; what it wrote there is kept',
    ).toBe(true)
    expect(untold, 'but for its list outside the repository, as SECURITY.md says').toEqual([
      'the list by shell',
      'config of the person',
      'push to a path',
      'another repository',
      'another repository by git',
    ])
  })
})
