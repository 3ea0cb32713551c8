import { describe, expect, it } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import { MINUTE } from '../../../../shared/base/time.ts'
import { MASTER_NUMBER } from '../../../../shared/threads/master.ts'
import { apiClient, refusal } from '../../testing/api-client.ts'
import { QUICK_ONLY, scenario } from '../../testing/scenario.ts'

async function bench() {
  const s = await scenario({ script: () => ({ text: 'HEARTBEAT_OK' }) })
  const ids = ['api', 'web'].map((name) => s.add(name, { playbook: QUICK_ONLY }))
  const client = apiClient(s, { mastersFolder: async () => ok('/data/master') })
  const roles = () => s.views.snapshot().threads.map(({ number, name, role }) => `${number} ${name} ${role}`)
  return { s, api: ids[0]!, web: ids[1]!, client, roles }
}

describe('the master', () => {
  it('is nobody until somebody is chosen, and then one thread with its own number', async () => {
    const { client, api, web, roles } = await bench()
    expect(roles()).toEqual(['2 api worker', '3 web worker'])
    expect(await client.threads.setMaster({ to: 'thread', id: web })).toMatchObject({
      number: 3,
      name: 'web',
    })
    expect(roles()).toEqual(['2 api worker', '3 web master'])
    await client.threads.setMaster({ to: 'thread', id: api })
    expect(roles()).toEqual(['2 api master', '3 web worker'])
    expect(await client.threads.setMaster({ to: 'nobody' })).toBeNull()
    expect(roles()).toEqual(['2 api worker', '3 web worker'])
  })

  it('is the folder that the app makes, trusted, as thread 1, and beats', async () => {
    const { s, client, roles } = await bench()
    const made = await client.threads.setMaster({ to: 'folder' })
    expect(made).toMatchObject({
      number: MASTER_NUMBER,
      name: 'Master',
      repoPath: '/data/master',
      trusted: true,
    })
    await s.clock.advance(MINUTE)
    expect(s.runs(made!.id)).toHaveLength(1)
    expect(await client.threads.setMaster({ to: 'folder' })).toMatchObject({ id: made!.id })
    expect(roles()).toEqual(['1 Master master', '2 api worker', '3 web worker'])
    // Numbers go on as without it.
    s.add('lab')
    expect(roles()).toContain('4 lab worker')
  })

  it('shares its number with nobody, and the refusal says what would do', async () => {
    const { s, client, api, roles } = await bench()
    const made = await client.threads.setMaster({ to: 'folder' })
    const refused = await refusal(client.threads.setMaster({ to: 'thread', id: api }))
    expect(refused).toMatchObject({ code: 'INVALID', message: expect.stringContaining('Remove it first') })
    expect(roles()).toContain('1 Master master')
    await client.threads.remove({ id: made!.id })
    await client.threads.setMaster({ to: 'thread', id: api })
    expect(roles()).toEqual(['2 api master', '3 web worker'])
    // Chosen anew the folder is thread 1 again: the number is the master's, not a repository's.
    expect(await client.threads.setMaster({ to: 'folder' })).toMatchObject({ number: 1 })
    expect(s.store.threads.list().filter(({ role }) => role === 'master')).toHaveLength(1)
  })

  it('comes back as the master when its removal is undone', async () => {
    const { client, api, roles } = await bench()
    await client.threads.setMaster({ to: 'thread', id: api })
    await client.threads.remove({ id: api, undoMs: 10_000 })
    await client.threads.keep({ id: api })
    expect(roles()).toEqual(['2 api master', '3 web worker'])
  })

  it('says why no folder can be made', async () => {
    const { s } = await bench()
    expect(await refusal(apiClient(s).threads.setMaster({ to: 'folder' }))).toMatchObject({
      code: 'UNAVAILABLE',
    })
  })
})
