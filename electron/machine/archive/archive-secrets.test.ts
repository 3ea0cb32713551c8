import { readFileSync } from 'node:fs'
import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { withoutSecrets } from '../../store/archive/secrets.ts'
import { SECRET, exportedProfile } from './testing/exported.ts'

const { zipPath, exported } = exportedProfile('archive-secrets-test')

describe('secrets in an archive', { timeout: 60_000 }, () => {
  it('leaves secrets out, to the last byte of the file, and names each', async () => {
    const { manifest } = await exported()
    const files = unzipSync(readFileSync(zipPath))
    for (const [name, bytes] of Object.entries(files))
      expect([name, Buffer.from(bytes).includes(SECRET)]).toEqual([name, false])
    expect(manifest.leftOut.map((p) => `${p.table} ${p.what}`)).toEqual([
      'meta webhookSecret',
      ...['api', 'web', 'lab'].flatMap(() => ['threads agent.env.API_KEY', 'threads agent.env.PLAIN']),
    ])
    await exported({ withSecrets: true })
    expect(Buffer.from(unzipSync(readFileSync(zipPath))['threadbeat.db']!).includes(SECRET)).toBe(true)
  })

  it('knows the secrets of a row by the names of its fields', () => {
    const target = {
      id: 'w',
      url: 'https://hooks.example/T0/abc',
      secret: 'x',
      chat: '@c',
      headers: { Authorization: 'Bearer x' },
    }
    const { changed, emptied, suspicious } = withoutSecrets({
      id: 'w',
      target: JSON.stringify(target),
      action: '{"kind":"command","argv":["a"],"env":{"K":"v"}}',
      note: `ghp_${'a'.repeat(36)}`,
    })
    expect(JSON.parse(String(changed['target']))).toEqual({
      ...target,
      url: null,
      secret: null,
      headers: { Authorization: null },
    })
    expect(changed['action']).toBe('{"kind":"command","argv":["a"],"env":{"K":""}}')
    expect(emptied).toEqual(['target.url', 'target.secret', 'target.headers.Authorization', 'action.env.K'])
    expect(suspicious).toEqual(['note'])
  })
})
