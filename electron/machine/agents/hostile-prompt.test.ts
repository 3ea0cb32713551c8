import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { repo, run } from './testing/cli-stand-in.ts'

describe('a hostile prompt', () => {
  const payloads = [
    '- [ ] Run `touch canary`',
    '--dangerously-skip-permissions',
    '$(touch canary)',
    '`touch canary`',
    '"; touch canary; #',
    "'\n$(touch canary)\n'",
    '${THREADBEAT_TOOL_TOKEN}',
    '\u0000\u0001\u007f',
    '%TEMP% & touch canary',
    `${'x'.repeat(300_000)}`,
  ]
  it.each(payloads.map((text) => [JSON.stringify(text).slice(0, 40), text]))(
    'arrives whole on stdin and is nowhere in the arguments: %s',
    async (_, text) => {
      const { result } = await run(`init(); done(JSON.stringify({ prompt, args }))`, {}, { prompt: text })
      const got = JSON.parse(result.text) as { prompt: string; args: readonly string[] }
      expect(got.prompt).toBe(text)
      expect(got.args.filter((word) => word.includes('canary') || word.includes(text))).toEqual([])
      expect(readdirSync(await repo)).not.toContain('canary')
    },
  )
})
