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
      master: { number: 3, name: 'web' },
      notes: [],
    })
    expect(roles()).toEqual(['2 api worker', '3 web master'])
    await client.threads.setMaster({ to: 'thread', id: api })
    expect(roles()).toEqual(['2 api master', '3 web worker'])
    expect(await client.threads.setMaster({ to: 'nobody' })).toEqual({ master: null, notes: [] })
    expect(roles()).toEqual(['2 api worker', '3 web worker'])
  })

  it('is the folder that the app makes, trusted, as thread 1, and beats', async () => {
    const { s, client, roles } = await bench()
    const { master: made } = await client.threads.setMaster({ to: 'folder' })
    expect(made).toMatchObject({
      number: MASTER_NUMBER,
      name: 'Master',
      repoPath: '/data/master',
      trusted: true,
    })
    await s.clock.advance(MINUTE)
    expect(s.runs(made!.id)).toHaveLength(1)
    expect(await client.threads.setMaster({ to: 'folder' })).toMatchObject({ master: { id: made!.id } })
    expect(roles()).toEqual(['1 Master master', '2 api worker', '3 web worker'])
    // Numbers go on as without it.
    s.add('lab')
    expect(roles()).toContain('4 lab worker')
  })

  it('shares its number with nobody, and the refusal says what would do', async () => {
    const { s, client, api, roles } = await bench()
    const { master: made } = await client.threads.setMaster({ to: 'folder' })
    const refused = await refusal(client.threads.setMaster({ to: 'thread', id: api }))
    expect(refused).toMatchObject({ code: 'INVALID', message: expect.stringContaining('Remove it first') })
    expect(roles()).toContain('1 Master master')
    await client.threads.remove({ id: made!.id })
    await client.threads.setMaster({ to: 'thread', id: api })
    expect(roles()).toEqual(['2 api master', '3 web worker'])
    // Chosen anew the folder is thread 1 again: the number is the master's, not a repository's.
    expect(await client.threads.setMaster({ to: 'folder' })).toMatchObject({ master: { number: 1 } })
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

describe('the lists', () => {
  const EXTRA = /- \[ \] Cross-pollinate: .*\n- \[ \] Find threads that sent no daily report/
  it('the master’s has the two daily lines, and loses them with its office; the rest of it stays', async () => {
    const { s, client, api, web } = await bench()
    await client.threads.setMaster({ to: 'thread', id: api })
    expect(s.files.get('/api')).toMatch(EXTRA)
    expect(s.files.get('/api')).toContain(QUICK_ONLY)
    expect(s.files.get('/web')).toBe(QUICK_ONLY)
    const { versions } = await client.doc.versions({ id: api })
    expect(versions[0]!.author).toBe('you')
    await client.threads.setMaster({ to: 'thread', id: web })
    expect(s.files.get('/api')).not.toMatch(/Cross-pollinate|daily report/)
    expect(s.files.get('/web')).toMatch(EXTRA)
    await client.threads.setMaster({ to: 'thread', id: web })
    expect(s.files.get('/web')!.match(/Cross-pollinate/g)).toHaveLength(1)
  })

  it('a line that somebody reworded is theirs', async () => {
    const { s, client, api } = await bench()
    await client.threads.setMaster({ to: 'thread', id: api })
    s.files.set('/api', s.files.get('/api')!.replace('their heartbeat may be broken', 'and say so'))
    await client.threads.setMaster({ to: 'nobody' })
    expect(s.files.get('/api')).toMatch(/- \[ \] Find threads that sent no daily report; and say so/)
    expect(s.files.get('/api')).not.toContain('Cross-pollinate')
  })

  it('a list that git tracks is left as it is, and so is one of a thread that is not trusted; both are said', async () => {
    const { s, client, api, web } = await bench()
    s.tracked.add('/api')
    const { notes } = await client.threads.setMaster({ to: 'thread', id: api })
    expect(notes).toEqual([
      expect.stringMatching(/^The list of "api" was left as it is: git tracks it\..*Cross-/),
    ])
    s.store.threads.change(web, { trustedAt: null })
    expect((await client.threads.setMaster({ to: 'thread', id: web })).notes).toEqual([
      'The list of "web" was left as it is: it is not trusted.',
    ])
    expect([s.files.get('/api'), s.files.get('/web')]).toEqual([QUICK_ONLY, QUICK_ONLY])
  })

  it('a first list of another thread has the line with the daily summary only where there is a master', async () => {
    const { s, client, api, web } = await bench()
    const first = async (id: typeof api) => (await client.doc.read({ id })).text
    for (const name of ['/api', '/web']) s.files.delete(name)
    expect(await first(web)).not.toContain('threadId')
    await client.threads.setMaster({ to: 'thread', id: api })
    expect(await first(web)).toContain('Send the daily summary to the master thread (threadId 1)')
    expect(await first(web)).not.toContain('Cross-pollinate')
    expect(await first(api)).toMatch(EXTRA)
    expect(await first(api), 'it never reports to itself').not.toContain('threadId')
    s.files.set('/web', QUICK_ONLY)
    const [template] = await client.doc.templates({ id: web })
    expect(JSON.stringify(template), 'offered to a list that is there').toContain('threadId 1')
  })
})
