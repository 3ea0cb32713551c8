import { expect, it } from 'vitest'
import type { ThreadId } from '../../../shared/base/ids.ts'
import { MINUTE } from '../../../shared/base/time.ts'
import { scenario } from '../testing/scenario.ts'

type Hint = 'list' | 'config' | 'folder'

/** A thread whose watch is heard, and which of its identities and lists were asked for. */
async function watched() {
  let hint: (what: Hint) => void = () => {}
  const asked: string[] = []
  const s = await scenario({
    ports: (usual) => ({
      ...usual,
      files: {
        ...usual.files,
        read: (path) => (asked.push('read'), usual.files.read(path)),
        watch: (_path, changed) => {
          hint = changed
          return () => {}
        },
      },
      repositories: {
        ...usual.repositories,
        identify: (path) => (asked.push('identify'), usual.repositories.identify(path)),
      },
    }),
  })
  const id: ThreadId = s.add('api', { playbook: '## Quick Tasks\n- [ ] git status\n' })
  s.documents.follow()
  await s.clock.advance(MINUTE)
  return {
    s,
    id,
    async hinted(what: Hint): Promise<readonly string[]> {
      asked.length = 0
      hint(what)
      await s.clock.settle()
      return [...asked]
    },
  }
}

it('what the app itself wrote into HEARTBEAT.md makes nobody look at the repository again', async () => {
  const { s, id, hinted } = await watched()
  await s.clock.advance(10 * MINUTE)
  expect(s.runs(id).at(-1)?.outcome).toBe('quiet')
  expect(s.files.get('/api')).toContain('[x]')
  expect(await hinted('list')).toEqual(['read'])
  expect(await hinted('folder')).toContain('identify')
  expect(await hinted('config')).toContain('identify')
})

it('what somebody else wrote there is read, also where it is what stood there before it was gone', async () => {
  const { s, id, hinted } = await watched()
  const text = s.files.get('/api')!
  s.files.set('/api', `${text}- [ ] One more\n`)
  await hinted('list')
  expect(s.documents.tasks(id)).toHaveLength(2)
  s.files.set('/api', text)
  await hinted('list')
  expect(s.documents.tasks(id)).toHaveLength(1)
  s.files.delete('/api')
  await hinted('list')
  expect(s.documents.tasks(id)).toHaveLength(0)
  s.files.set('/api', text)
  await hinted('list')
  expect(s.documents.tasks(id)).toHaveLength(1)
})
