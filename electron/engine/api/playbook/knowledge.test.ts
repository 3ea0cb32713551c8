import { describe, expect, it } from 'vitest'
import { aNote } from '../../../../shared/knowledge/testing/pages.ts'
import { apiClient, refusal } from '../../testing/api-client.ts'
import { QUICK_ONLY, scenario } from '../../testing/scenario.ts'

async function bench() {
  const s = await scenario()
  const id = s.add('api', { playbook: QUICK_ONLY, intervalMs: 0 })
  s.store.knowledge.writePages(id, [aNote('Flaky tests', 'The mailer.')], 1)
  s.store.knowledge.writePages(id, [aNote('Releases', 'On Tuesdays.')], 2)
  const client = apiClient(s)
  const titles = async (): Promise<readonly string[]> =>
    (await client.knowledge.pages({ id })).map((page) => `${page.title}: ${page.text}`).sort()
  return { s, id, client, titles }
}

describe('a page that a person corrects', () => {
  it('keeps its place under a new title, and is found by what it says now', async () => {
    const { s, id, client, titles } = await bench()
    const was = { title: 'Flaky tests', at: 1 }
    await client.knowledge.save({ id, was, title: 'Slow tests', text: 'The parser.', kind: 'note' })
    expect(await titles()).toEqual(['Releases: On Tuesdays.', 'Slow tests: The parser.'])
    expect(s.store.knowledge.search('mailer', 5, 'trusted')).toEqual([])
    expect(s.store.knowledge.search('parser', 5, 'trusted')).toHaveLength(1)
  })
  it('has its old title or its new one when the app goes down meanwhile, never both', async () => {
    const { s, id, titles } = await bench()
    const knowledge = { ...s.store.knowledge, removePage: () => expect.fail('it went down') }
    const dying = apiClient(s, { store: { ...s.store, knowledge } })
    const was = { title: 'Flaky tests', at: 1 }
    await expect(
      dying.knowledge.save({ id, was, title: 'Slow tests', text: 'The parser.', kind: 'note' }),
    ).rejects.toThrow()
    expect(await titles()).toEqual(['Flaky tests: The mailer.', 'Releases: On Tuesdays.'])
  })
  it('is not saved over what a reflection wrote meanwhile, nor over another page', async () => {
    const { s, id, client, titles } = await bench()
    const was = { title: 'Flaky tests', at: 1 }
    const taken = await refusal(
      client.knowledge.save({ id, was, title: 'Releases', text: 'x', kind: 'note' }),
    )
    expect(taken).toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('"Releases" already') })
    s.store.knowledge.writePages(id, [aNote('Flaky tests', 'Newer.')], 3)
    expect(
      (await refusal(client.knowledge.save({ id, was, title: 'Flaky tests', text: 'x', kind: 'note' }))).code,
    ).toBe('CONFLICT')
    expect(await titles()).toEqual(['Flaky tests: Newer.', 'Releases: On Tuesdays.'])
  })
  it('is gone for every later beat when it was removed, once', async () => {
    const { s, id, client, titles } = await bench()
    await client.knowledge.remove({ id, title: 'Flaky tests' })
    expect(await titles()).toEqual(['Releases: On Tuesdays.'])
    expect(s.store.knowledge.search('mailer', 5, 'trusted')).toEqual([])
    expect(s.store.knowledge.titled('Flaky tests', id)).toEqual([])
    expect((await refusal(client.knowledge.remove({ id, title: 'Flaky tests' }))).code).toBe('NOT_FOUND')
  })
})
